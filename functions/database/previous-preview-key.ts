/** The secret that signed preview addresses in the release before, made by the migration. Only its proofs are verified with it. */
export async function readPreviousPreviewKey(db: D1Database): Promise<string> {
  const secret = await db.prepare('SELECT secret FROM preview_key').first<string>('secret')
  if (!secret) throw new Error('The table preview_key is empty.')
  return secret
}

/** The secret that signs preview addresses, made by the migration. */
export async function readPreviewKey(db: D1Database): Promise<string> {
  const secret = await db.prepare('SELECT secret FROM preview_key').first<string>('secret')
  if (!secret) throw new Error('The table preview_key is empty.')
  return secret
}

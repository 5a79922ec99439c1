/** An answer that is being written. */
export interface AnswerDraft {
  text: string
  /** ISO 8601. */
  saved_at: string
}

/** Keeps the draft of an operator, unless the inquiry is destroyed; an empty one is deleted. @returns whether it is kept as it is */
export async function saveAnswerDraft(
  db: D1Database,
  { receipt, author, text, savedAt }: { receipt: string; author: string; text: string; savedAt: string },
): Promise<boolean> {
  if (text === '') {
    await deleteAnswerDraft(db, receipt, author)
    return true
  }
  const kept = await db
    .prepare(
      `INSERT INTO answer_draft (receipt, author, text, saved_at) SELECT ?1, ?2, ?3, ?4
         WHERE EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?1 AND state <> 'destroyed')
       ON CONFLICT (receipt, author) DO UPDATE SET text = excluded.text, saved_at = excluded.saved_at
       RETURNING receipt`,
    )
    .bind(receipt, author, text, savedAt)
    .first()
  return kept !== null
}

export const answerDraftOf = (db: D1Database, receipt: string, author: string): Promise<AnswerDraft | null> =>
  db
    .prepare('SELECT text, saved_at FROM answer_draft WHERE receipt = ? AND author = ?')
    .bind(receipt, author)
    .first<AnswerDraft>()

export async function deleteAnswerDraft(db: D1Database, receipt: string, author: string): Promise<void> {
  await db.prepare('DELETE FROM answer_draft WHERE receipt = ? AND author = ?').bind(receipt, author).run()
}

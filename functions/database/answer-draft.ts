/** An answer that is being written. */
export interface AnswerDraft {
  text: string
  /** As it was typed into its field. */
  cc: string
  /** ISO 8601. */
  saved_at: string
}

/** A draft of one form. An operator may have an inquiry open in several windows, each with a form of its own. */
export interface DraftToSave {
  receipt: string
  author: string
  text: string
  cc: string
  savedAt: string
  /** Id of the answer that the form will send; empty where there is no form. */
  answerId: string
  /** Grows with each saving of the form; 0 for the sending of it. */
  turn: number
  /** When the draft with which the form began was saved; empty for none. */
  basis: string
}

/** What a form may write over: its own draft, unless a later saving was quicker, and the one with which it began. */
const IS_ITS_TURN = `answer_draft.answer_id = ?3 AND (?4 = 0 OR answer_draft.turn <= ?4) OR answer_draft.saved_at = ?5`

/**
 * Keeps the draft of an operator, unless the inquiry is destroyed, the draft of another form would be lost, or the answer was sent before
 * this saving arrived; one of nothing is deleted. @returns whether it is kept as it is
 */
export async function saveAnswerDraft(db: D1Database, draft: DraftToSave): Promise<boolean> {
  const { receipt, author, text, cc, savedAt, answerId, turn, basis } = draft
  const isEmpty = text === '' && cc === ''
  const statement = isEmpty
    ? db.prepare(`DELETE FROM answer_draft WHERE receipt = ?1 AND author = ?2 AND (${IS_ITS_TURN}) RETURNING receipt`)
    : db.prepare(
        `INSERT INTO answer_draft (receipt, author, answer_id, turn, text, saved_at, cc) SELECT ?1, ?2, ?3, ?4, ?6, ?7, ?8
             WHERE EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?1 AND state <> 'destroyed')
               AND (?4 = 0 OR NOT EXISTS (SELECT 1 FROM message WHERE id = ?3))
           ON CONFLICT (receipt, author) DO UPDATE SET
             text = excluded.text, cc = excluded.cc, saved_at = excluded.saved_at, turn = max(answer_draft.turn, excluded.turn),
             answer_id = excluded.answer_id
             WHERE ${IS_ITS_TURN}
           RETURNING receipt`,
      )
  const values = [receipt, author, answerId, turn, basis, ...(isEmpty ? [] : [text, savedAt, cc])]
  const kept = await statement.bind(...values).first()
  return kept !== null || (isEmpty && (await answerDraftOf(db, receipt, author)) === null)
}

export const answerDraftOf = (db: D1Database, receipt: string, author: string): Promise<AnswerDraft | null> =>
  db
    .prepare('SELECT text, cc, saved_at FROM answer_draft WHERE receipt = ? AND author = ?')
    .bind(receipt, author)
    .first<AnswerDraft>()

/** To whom a draft would be copied, as it was typed. */
export type DraftCc = Pick<DraftToSave, 'receipt' | 'author' | 'cc'>

/** Those that name anybody. @param brandId null for all */
export async function draftsWithCc(db: D1Database, brandId: string | null): Promise<DraftCc[]> {
  const { results } = await db
    .prepare(
      `SELECT receipt, author, cc FROM answer_draft
         WHERE cc <> '' AND (?1 IS NULL OR receipt IN (SELECT receipt FROM inquiry WHERE brand_id = ?1))`,
    )
    .bind(brandId)
    .all<DraftCc>()
  return results
}

/** Deletes from drafts to whom they would be copied, where that is still as it was read. */
export const forgetCcOf = (db: D1Database, drafts: readonly DraftCc[]): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE answer_draft SET cc = '' WHERE (receipt, author, cc) IN
         (SELECT value ->> 'receipt', value ->> 'author', value ->> 'cc' FROM json_each(?))`,
    )
    .bind(JSON.stringify(drafts))

/** Deletes the draft of an answer that was sent. What the same operator writes in another form stays. */
export async function deleteSentDraft(
  db: D1Database,
  { receipt, author, answerId, text }: Pick<DraftToSave, 'receipt' | 'author' | 'answerId' | 'text'>,
): Promise<void> {
  await db
    .prepare('DELETE FROM answer_draft WHERE receipt = ? AND author = ? AND (answer_id = ? OR text = ?)')
    .bind(receipt, author, answerId, text)
    .run()
}

/* Notes for colleagues. Only the page of an inquiry and the JSON of the admin read this table: nothing that leaves the admin does. */

export interface NoteRow {
  id: string
  receipt: string
  /** ISO 8601. */
  at: string
  author: string
  text: string
}

/** Adds a note, unless the inquiry is destroyed. @returns whether it was added */
export async function insertNote(db: D1Database, { id, receipt, at, author, text }: NoteRow): Promise<boolean> {
  const added = await db
    .prepare(
      `INSERT INTO note (id, receipt, at, author, text) SELECT ?1, ?2, ?3, ?4, ?5
         WHERE EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?2 AND state <> 'destroyed') ON CONFLICT (id) DO NOTHING
       RETURNING id`,
    )
    .bind(id, receipt, at, author, text)
    .first()
  return added !== null
}

/** The notes on an inquiry, the oldest first. */
export async function notesOf(db: D1Database, receipt: string): Promise<NoteRow[]> {
  const { results } = await db
    .prepare('SELECT id, receipt, at, author, text FROM note WHERE receipt = ? ORDER BY at, rowid')
    .bind(receipt)
    .all<NoteRow>()
  return results
}

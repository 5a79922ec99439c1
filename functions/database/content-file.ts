/** A file that an operator has put into a text or on the data page; its bytes are in R2. */
export interface ContentFileRow {
  file_key: string
  file_name: string
  media_type: string
  /** Bytes. */
  size: number
}

/** The file with a key, or null. */
export const readContentFile = (db: D1Database, key: string): Promise<ContentFileRow | null> =>
  db.prepare('SELECT file_key, file_name, media_type, size FROM content_file WHERE file_key = ?').bind(key).first()

/** @param by the operator; `at` is ISO 8601 */
export async function insertContentFile(
  db: D1Database,
  { file_key, file_name, media_type, size }: ContentFileRow,
  { by, at }: { by: string; at: string },
): Promise<void> {
  await db
    .prepare(
      'INSERT INTO content_file (file_key, file_name, media_type, size, added_at, added_by) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .bind(file_key, file_name, media_type, size, at, by)
    .run()
}

import type { FileRecord } from '../contract/attachments.ts'

/* Files that the embedded upstream has received (table `file`); their bytes are in R2. */

export interface StoredFile extends FileRecord {
  file_ref_id: string
  position: number
  media_type: string
  /** ISO 8601. */
  received_at: string
}

export const insertFile = (db: D1Database, file: StoredFile) =>
  db
    .prepare(
      `INSERT INTO file (file_key, file_ref_id, position, file_name, media_type, received_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (file_key) DO UPDATE SET file_name = excluded.file_name, media_type = excluded.media_type, received_at = excluded.received_at`,
    )
    .bind(file.file_key, file.file_ref_id, file.position, file.file_name, file.media_type, file.received_at)

/** The files of references, in their order within each. */
export async function filesOfReferences(
  db: D1Database,
  references: readonly string[],
): Promise<(FileRecord & Pick<StoredFile, 'file_ref_id'>)[]> {
  const { results } = await db
    .prepare(
      `SELECT file_ref_id, file_key, file_name FROM file WHERE file_ref_id IN (SELECT value FROM json_each(?))
       ORDER BY file_ref_id, position`,
    )
    .bind(JSON.stringify(references))
    .all<FileRecord & Pick<StoredFile, 'file_ref_id'>>()
  return results
}

/** The file with a key, or null. */
export const readFileRow = (
  db: D1Database,
  key: string,
): Promise<Pick<StoredFile, 'file_name' | 'media_type'> | null> =>
  db.prepare('SELECT file_name, media_type FROM file WHERE file_key = ?').bind(key).first()

export async function deleteFilesOf(db: D1Database, references: readonly string[]): Promise<void> {
  await db
    .prepare('DELETE FROM file WHERE file_ref_id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(references))
    .run()
}

/** R2 keys of staged files that rows name: of inquiries that were given up, or delivered without them. After a restore nothing else may. */
export async function stagedOfRows(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT value ->> 'key' AS name FROM inquiry_record INDEXED BY inquiry_record_with_files, json_each(staged)
       -- The condition of the index.
       WHERE coalesce(file_ref_id, file_ref_id_homepage, staged) IS NOT NULL AND staged IS NOT NULL`,
    )
    .all<{ name: string }>()
  return results.map(({ name }) => name)
}

/** References of files that were received before then and that no inquiry names. @param before ISO 8601 */
export async function unclaimedReferences(db: D1Database, before: string, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT DISTINCT file_ref_id AS id FROM file WHERE received_at < ?
         AND NOT EXISTS (SELECT 1 FROM inquiry_record AS r WHERE r.file_ref_id = file.file_ref_id)
         AND NOT EXISTS (SELECT 1 FROM inquiry_record AS r WHERE r.file_ref_id_homepage = file.file_ref_id) LIMIT ?`,
    )
    .bind(before, limit)
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}

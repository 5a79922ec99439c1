import type { FileRecord } from '../contract/attachments.ts'

/*
 * The files of inquiries that are here: `upload` has one row for the files of one form field, `file` one for each file, `inquiry_upload` says
 * which inquiries have them. The bytes are in R2 under `files/{upload}/{position}`.
 */

/** R2 key of a file of an upload; of `''` the beginning of all of them. Stored rows rely on it. */
export const objectKey = (uploadId: string, position: number | ''): string =>
  `files/${uploadId}/${position === '' ? '' : String(position).padStart(3, '0')}`

/** The upload of an R2 key; undefined where it is of none. */
export const uploadOfKey = (key: string): string | undefined => /^files\/([^/]+)\//.exec(key)?.[1]

/** A file of an upload. */
export interface FileRow {
  upload_id: string
  position: number
  name: string
  media_type: string
  /** Bytes. */
  size: number
  /** Hexadecimal. */
  sha256: string
  /** Of the form. */
  field: string
}

const FILE_KEY = /^([0-9a-f-]{36})-(\d{1,3})$/

/** A file as the embedded upstream names it. Whoever has its key may read it: the key is as hard to guess as the id of its upload. */
export const fileRecordOf = ({ upload_id, position, name }: FileRow): FileRecord => ({
  file_key: `${upload_id}-${position}`,
  file_name: name,
})

/** The upload and the position that such a key names; null for any other text. */
export function readFileKey(key: string): { uploadId: string; position: number } | null {
  const [, uploadId, position] = FILE_KEY.exec(key) ?? []
  return uploadId === undefined ? null : { uploadId, position: Number(position) }
}

/** Notes an upload before its first file is stored, so that nothing is in R2 without a row. @param now milliseconds since epoch */
export async function insertUpload(db: D1Database, id: string, now: number): Promise<void> {
  await db.prepare('INSERT INTO upload (id, staged_at) VALUES (?, ?)').bind(id, now).run()
}

/** Notes uploads of a restored bucket that no row names, so that the sweep finds them. @param now milliseconds since epoch */
export async function insertMissingUploads(db: D1Database, ids: readonly string[], now: number): Promise<void> {
  await db
    .prepare('INSERT INTO upload (id, staged_at) SELECT value, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING')
    .bind(now, JSON.stringify(ids))
    .run()
}

/** Notes the files of an upload that are stored. */
export async function insertFiles(db: D1Database, files: readonly FileRow[]): Promise<void> {
  const insert = db.prepare(
    'INSERT INTO file (upload_id, position, name, media_type, size, sha256, field) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  await db.batch(
    files.map(({ upload_id, position, name, media_type, size, sha256, field }) =>
      insert.bind(upload_id, position, name, media_type, size, sha256, field),
    ),
  )
}

/** What a remote upstream calls the files of an upload, which its own id is not; null where it has not got them. */
export const remoteReference = (db: D1Database, id: string): Promise<string | null> =>
  db.prepare('SELECT reference FROM upload WHERE id = ?1 AND reference <> ?1').bind(id).first<string>('reference')

/**
 * Notes what the upstream calls the files of an upload. What a remote one has called them first stays: several inquiries may name them.
 * @returns what it calls them
 */
export async function setReference(db: D1Database, id: string, reference: string): Promise<string> {
  const noted = await db
    .prepare('UPDATE upload SET reference = iif(reference <> id, reference, ?2) WHERE id = ?1 RETURNING reference')
    .bind(id, reference)
    .first<string>('reference')
  return noted ?? reference
}

/** Files of uploads, in their order within each. */
export async function filesOfUploads(db: D1Database, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return []
  const { results } = await db
    .prepare(
      `SELECT upload_id, position, name, media_type, size, sha256, field FROM file WHERE upload_id IN (SELECT value FROM json_each(?))
         ORDER BY upload_id, position`,
    )
    .bind(JSON.stringify(ids))
    .all<FileRow>()
  return results
}

/** A file of an inquiry that is here. */
export interface InquiryFileRow extends FileRow {
  receipt: string
  /** What the upstream calls its upload; null where it does not have it. */
  reference: string | null
  /** 1: the inquiry does not name it to the upstream. */
  staged: 0 | 1
}

/**
 * The files of inquiries that are here, in the order of the form. Until a remote upstream has taken an inquiry they are all of its files, but
 * for those that have gone to it with another inquiry before; after that they are those that it has not got.
 */
export async function filesOfInquiries(db: D1Database, receipts: readonly string[]): Promise<InquiryFileRow[]> {
  if (receipts.length === 0) return []
  const { results } = await db
    .prepare(
      `SELECT receipt, upload_id, position, name, media_type, size, sha256, field, reference,
           coalesce(reference IN (file_ref_id, file_ref_id_homepage), 0) = 0 AS staged
         FROM inquiry_upload JOIN inquiry USING (receipt) JOIN upload ON upload.id = upload_id JOIN file USING (upload_id)
         WHERE receipt IN (SELECT value FROM json_each(?))
         ORDER BY receipt, reference IS file_ref_id_homepage, field = 'profile_file', upload_id, position`,
    )
    .bind(JSON.stringify(receipts))
    .all<InquiryFileRow>()
  return results
}

/** The files that a reference names, in their order. */
export async function filesOfReference(db: D1Database, reference: string): Promise<FileRow[]> {
  const { results } = await db
    .prepare(
      `SELECT upload_id, position, name, media_type, size, sha256, field FROM file
         WHERE upload_id = ?1 OR upload_id IN (SELECT id FROM upload WHERE reference = ?1) ORDER BY upload_id, position`,
    )
    .bind(reference)
    .all<FileRow>()
  return results
}

/** Which uploads became these references: their ids by reference. */
export async function uploadsOfReferences(db: D1Database, references: readonly string[]): Promise<Map<string, string>> {
  if (references.length === 0) return new Map()
  const { results } = await db
    .prepare(
      'SELECT id, reference FROM upload WHERE reference IN (SELECT value FROM json_each(?)) AND EXISTS (SELECT 1 FROM file WHERE upload_id = id)',
    )
    .bind(JSON.stringify(references))
    .all<{ id: string; reference: string }>()
  return new Map(results.map(({ id, reference }) => [reference, id]))
}

/** One file; null where there is none. */
export const readFileRow = (db: D1Database, uploadId: string, position: number): Promise<FileRow | null> =>
  db
    .prepare(
      'SELECT upload_id, position, name, media_type, size, sha256, field FROM file WHERE upload_id = ? AND position = ?',
    )
    .bind(uploadId, position)
    .first<FileRow>()

/** Notes the uploads of an inquiry that is stored: they stay as long as it names them. */
export const nameUploads = (db: D1Database, receipt: string, uploads: readonly string[]): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO inquiry_upload (receipt, upload_id) SELECT ?1, value FROM json_each(?2)
         WHERE EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?1) ON CONFLICT DO NOTHING`,
    )
    .bind(receipt, JSON.stringify(uploads))

/** Lets go of the uploads of a delivered inquiry, and gives their ids. Files that the upstream does not have stay: its row names them. */
export const releaseDelivered = (db: D1Database, receipt: string): D1PreparedStatement =>
  db
    .prepare(
      `DELETE FROM inquiry_upload WHERE receipt = ?1 AND EXISTS (SELECT 1 FROM inquiry WHERE receipt = ?1 AND state = 'delivered')
         AND NOT EXISTS (SELECT 1 FROM inquiry, json_each(staged) WHERE receipt = ?1 AND instr(value ->> 'key', upload_id) > 0)
         RETURNING upload_id AS id`,
    )
    .bind(receipt)

/** Lets go of an upload whose bytes are lost, unless its inquiry still waits for it. */
export const releaseLost = (db: D1Database, receipt: string, uploadId: string): D1PreparedStatement =>
  db
    .prepare(
      `DELETE FROM inquiry_upload WHERE receipt = ?1 AND upload_id = ?2
         AND NOT EXISTS (SELECT 1 FROM inquiry, json_each(delivery, '$.held') WHERE receipt = ?1 AND value = ?2)`,
    )
    .bind(receipt, uploadId)

/** Ids of the uploads that an inquiry has here. */
export const uploadsOf = (db: D1Database, receipt: string): D1PreparedStatement =>
  db.prepare('SELECT upload_id AS id FROM inquiry_upload WHERE receipt = ?').bind(receipt)

const UNNAMED = 'NOT EXISTS (SELECT 1 FROM inquiry_upload WHERE upload_id = upload.id)'

/**
 * Ends those of these uploads that no inquiry has: from here on none can have them (`insertInquiry`). Their rows stay until their bytes are
 * deleted, as of an old upload, so that the next sweep finds what is left of them.
 * @returns their ids, and how many files they had
 */
export async function endUploads(
  db: D1Database,
  ids: readonly string[],
): Promise<{ uploads: string[]; files: number }> {
  if (ids.length === 0) return { uploads: [], files: 0 }
  const given = JSON.stringify(ids)
  const [files, ended] = await db.batch<{ id: string }>([
    db
      .prepare(
        `DELETE FROM file WHERE upload_id IN (SELECT value FROM json_each(?1))
           AND NOT EXISTS (SELECT 1 FROM inquiry_upload WHERE inquiry_upload.upload_id = file.upload_id) RETURNING upload_id AS id`,
      )
      .bind(given),
    db
      .prepare(
        `UPDATE upload SET staged_at = 0 WHERE id IN (SELECT value FROM json_each(?1)) AND ${UNNAMED} RETURNING id`,
      )
      .bind(given),
  ])
  return { uploads: ended?.results.map(({ id }) => id) ?? [], files: files?.results.length ?? 0 }
}

/** Uploads that no inquiry has and that were staged before a time, the oldest first. @param before milliseconds since epoch */
export async function unclaimedUploads(db: D1Database, before: number, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare(`SELECT id FROM upload WHERE staged_at < ? AND ${UNNAMED} ORDER BY staged_at LIMIT ?`)
    .bind(before, limit)
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}

/** Deletes the rows of uploads that were ended. */
export async function deleteUploadRows(db: D1Database, ids: readonly string[]): Promise<void> {
  await db.prepare('DELETE FROM upload WHERE id IN (SELECT value FROM json_each(?))').bind(JSON.stringify(ids)).run()
}

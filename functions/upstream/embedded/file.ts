import { v5 as uuid } from 'uuid'
import type { FileRecord } from '../../contract/file.ts'
import type { Env } from '../../env.ts'
import { NotFoundError } from '../../errors.ts'
import type { FileUpstream } from '../upstream.ts'
import { storageCall } from './storage-call.ts'

/** R2 key of a file's bytes. */
export const storedFile = (fileKey: string) => `files/${fileKey}`

const REFERENCES = '7b0f0f5c-5a0a-4b59-8d8e-7b6f1f7b3c11'
/**
 * File reference of a staged upload. Derived, so that a repeated upload overwrites what an earlier attempt has left; as hard to guess
 * as the id of the upload.
 */
export const embeddedReference = (upload: string) => uuid(upload, REFERENCES)
/** The key that a staged file gets. */
export const embeddedKey = (upload: string, position: number) => uuid(String(position), embeddedReference(upload))

const INSERT = `INSERT INTO file (file_key, file_ref_id, position, file_name, media_type, received_at) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (file_key) DO UPDATE SET file_name = excluded.file_name, media_type = excluded.media_type, received_at = excluded.received_at`

/** Files of the embedded upstream: names in D1, bytes in R2. Whoever has a file's key may read it, so keys are random. */
export function embeddedFiles({ DB, FILES }: Pick<Env, 'DB' | 'FILES'>): FileUpstream {
  return {
    uploadFiles: (upload, files) =>
      storageCall(async () => {
        const reference = embeddedReference(upload)
        const receivedAt = new Date().toISOString()
        const stored = files.map((file, position) => ({ file, position, key: embeddedKey(upload, position) }))
        // The rows come first: if this ends before the reference is handed out, no inquiry names them, and the sweep of unclaimed
        // files deletes them with their bytes (functions/retention/).
        await DB.batch(
          stored.map(({ file, position, key }) =>
            DB.prepare(INSERT).bind(key, reference, position, file.name, file.type, receivedAt),
          ),
        )
        for (const { file, key } of stored) await FILES.put(storedFile(key), await file.open())
        return reference
      }),
    selectFiles: (fileId) =>
      storageCall(async () => {
        const files = await DB.prepare('SELECT file_key, file_name FROM file WHERE file_ref_id = ? ORDER BY position')
          .bind(fileId)
          .all<FileRecord & Record<string, string>>()
        return files.results
      }),
    readFile: (fileKey) =>
      storageCall(async () => {
        const row = await DB.prepare('SELECT file_name, media_type FROM file WHERE file_key = ?')
          .bind(fileKey)
          .first<{ file_name: string; media_type: string }>()
        const object = row && (await FILES.get(storedFile(fileKey)))
        if (!object) throw new NotFoundError('There is no such file.')
        return { name: row.file_name, type: row.media_type, size: object.size, body: object.body }
      }),
  }
}

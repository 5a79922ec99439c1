import { v4 as uuid } from 'uuid'
import type { FileRecord } from '../../contract/file.ts'
import type { Env } from '../../env.ts'
import { NotFoundError } from '../../errors.ts'
import type { FileUpstream } from '../upstream.ts'
import { storageCall } from './storage-call.ts'

/** R2 key of a file's bytes. */
export const storedFile = (fileKey: string) => `files/${fileKey}`

/** Files of the embedded upstream: names in D1, bytes in R2. Whoever has a file's key may read it, so keys are random. */
export function embeddedFiles({ DB, FILES }: Pick<Env, 'DB' | 'FILES'>): FileUpstream {
  return {
    uploadFiles: (files) =>
      storageCall(async () => {
        const reference = uuid()
        const receivedAt = new Date().toISOString()
        const insert = DB.prepare('INSERT INTO file VALUES (?, ?, ?, ?, ?, ?)')
        const rows: D1PreparedStatement[] = []
        for (const [position, file] of files.entries()) {
          const key = uuid()
          await FILES.put(storedFile(key), await file.open())
          rows.push(insert.bind(key, reference, position, file.name, file.type, receivedAt))
        }
        await DB.batch(rows)
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

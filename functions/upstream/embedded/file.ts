import { v4 as uuid } from 'uuid'
import type { FileRecord } from '../../contract/file.ts'
import type { Env } from '../../env.ts'
import { ApiError, NotFoundError, UpstreamFailedError } from '../../errors.ts'
import type { FileUpstream } from '../upstream.ts'

/** Where the bytes of a file lie in R2. */
export const storedFile = (fileKey: string) => `files/${fileKey}`

/** Files of the embedded upstream: names in D1, bytes in R2. Keys are unguessable: who has one may read the file. */
export function embeddedFiles({ DB, FILES }: Pick<Env, 'DB' | 'FILES'>): FileUpstream {
  return {
    uploadFiles: (files) =>
      asking(async () => {
        const reference = uuid()
        const received = new Date().toISOString()
        const rows: D1PreparedStatement[] = []
        for (const [position, file] of files.entries()) {
          const key = uuid()
          await FILES.put(storedFile(key), await file.open())
          rows.push(
            DB.prepare('INSERT INTO file VALUES (?, ?, ?, ?, ?, ?)').bind(
              key,
              reference,
              position,
              file.name,
              file.type,
              received,
            ),
          )
        }
        await DB.batch(rows)
        return reference
      }),
    selectFiles: (fileId) =>
      asking(
        async () =>
          (
            await DB.prepare('SELECT file_key, file_name FROM file WHERE file_ref_id = ? ORDER BY position')
              .bind(fileId)
              .all<FileRecord & Record<string, string>>()
          ).results,
      ),
    readFile: (fileKey) =>
      asking(async () => {
        const row = await DB.prepare('SELECT file_name, media_type FROM file WHERE file_key = ?')
          .bind(fileKey)
          .first<{ file_name: string; media_type: string }>()
        const object = row && (await FILES.get(storedFile(fileKey)))
        if (!object) throw new NotFoundError('There is no such file.')
        return { name: row.file_name, type: row.media_type, size: object.size, body: object.body }
      }),
  }
}

async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new UpstreamFailedError('The files of the embedded upstream cannot be reached.', { cause })
  }
}

import type { FileRecord } from '../../contract/attachments.ts'
import { type FileRow, filesOfReference, objectKey, readFileRow } from '../../database/upload.ts'
import type { Env } from '../../env.ts'
import { NotFoundError } from '../../errors.ts'
import { storageCall } from '../../http/storage-call.ts'
import type { FileUpstream } from '../upstream.ts'

const KEY = /^([0-9a-f-]{36})-(\d{1,3})$/

/** A file as the embedded upstream names it. Whoever has its key may read it: the key is as hard to guess as the id of its upload. */
export const fileRecordOf = ({ upload_id, position, name }: FileRow): FileRecord => ({
  file_key: `${upload_id}-${position}`,
  file_name: name,
})

/** The upload and the position that a key names; null for any other text. */
function readFileKey(key: string): { uploadId: string; position: number } | null {
  const [, uploadId, position] = KEY.exec(key) ?? []
  return uploadId === undefined ? null : { uploadId, position: Number(position) }
}

/** Files of the embedded upstream: those that were staged, whose upload is their reference, and those that a remote one has named. */
export function embeddedFiles({ DB, FILES }: Pick<Env, 'DB' | 'FILES'>): FileUpstream {
  return {
    uploadFiles: async (upload) => upload,
    selectFiles: (fileId) => storageCall(async () => (await filesOfReference(DB, fileId)).map(fileRecordOf)),
    readFile: (fileKey) =>
      storageCall(async () => {
        const named = readFileKey(fileKey)
        const row = named && (await readFileRow(DB, named.uploadId, named.position))
        const object = row && (await FILES.get(objectKey(row.upload_id, row.position)))
        if (!object) throw new NotFoundError('There is no such file.')
        return { name: row.name, type: row.media_type, size: object.size, body: object.body }
      }),
  }
}

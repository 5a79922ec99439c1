import { fileRecordOf, filesOfReference, objectKey, readFileKey, readFileRow } from '../../database/upload.ts'
import type { Env } from '../../env.ts'
import { NotFoundError } from '../../errors.ts'
import { storageCall } from '../../http/storage-call.ts'
import type { FileUpstream } from '../upstream.ts'

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

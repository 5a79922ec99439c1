import {
  fileRecordOf,
  type FileRow,
  filesOfReference,
  objectKey,
  readFileKey,
  readFileRow,
} from '../../database/upload.ts'
import type { Env } from '../../env.ts'
import { NotFoundError } from '../../errors.ts'
import { storageCall } from '../../http/storage-call.ts'
import type { DownloadedFile, FileUpstream } from '../upstream.ts'

type Stores = Pick<Env, 'DB' | 'FILES'>

/** Files of the embedded upstream: those that were staged, whose upload is their reference, and those that a remote one has named. */
export function embeddedFiles(env: Stores): FileUpstream {
  return {
    uploadFiles: async (upload) => upload,
    selectFiles: (fileId) => storageCall(async () => (await filesOfReference(env.DB, fileId)).map(fileRecordOf)),
    async readFile(fileKey) {
      const file = await storedFile(env, fileKey)
      if (!file) throw new NotFoundError('There is no such file.')
      return file
    },
  }
}

/**
 * The file that is here under a key of `fileRecordOf`; null where there is none.
 * @throws UpstreamFailedError, UpstreamTimeoutError where a store fails
 */
export const storedFile = ({ DB, FILES }: Stores, fileKey: string): Promise<DownloadedFile | null> =>
  storageCall(async () => {
    const named = readFileKey(fileKey)
    const row = named && (await readFileRow(DB, named.uploadId, named.position))
    return row && openRow({ FILES }, row)
  })

/** The bytes of a row; null where R2 does not have them. @throws as `storedFile` */
export const openRow = ({ FILES }: Pick<Env, 'FILES'>, row: FileRow): Promise<DownloadedFile | null> =>
  storageCall(async () => {
    const object = await FILES.get(objectKey(row.upload_id, row.position))
    return object && { name: row.name, type: row.media_type, size: object.size, body: object.body }
  })

import { SALES_FILES_MAX } from '../contract/attachments.ts'
import { deleteUploadRows, endUploads, type FileRow, filesOfUploads, objectKey } from '../database/upload.ts'
import type { Env } from '../env.ts'
import type { OutgoingFile } from '../upstream/upstream.ts'
import { REFERENCE_MS } from './signed-reference.ts'

/**
 * How long files are kept that no inquiry has: an hour longer than a signed reference names them, so that one that is valid names files that
 * are there, and gone within a day (docs/contract.md#5), because the run that deletes them is hourly.
 */
export const STAGED_KEPT_MS = REFERENCE_MS + 3_600_000

type Stores = Pick<Env, 'DB' | 'FILES'>

export interface StagedFile extends OutgoingFile, Pick<FileRow, 'field'> {
  /** R2 key. */
  key: string
}

/** The files of an upload in the order in which they were sent; empty for an unknown upload. */
export const stagedFiles = async ({ DB, FILES }: Stores, uploadId: string): Promise<StagedFile[]> =>
  toStaged(FILES, await filesOfUploads(DB, [uploadId]))

/** Files that are in R2, as an upstream gets them. */
export const toStaged = (FILES: R2Bucket, rows: readonly FileRow[]): StagedFile[] =>
  rows.map(({ upload_id, position, name, media_type, size, field }) => {
    const key = objectKey(upload_id, position)
    return {
      key,
      name,
      type: media_type,
      size,
      field,
      async open() {
        const object = await FILES.get(key)
        if (!object) throw new Error('A staged file has been deleted.')
        return object.body
      },
    }
  })

/** Whether the bytes of all these files are in R2. */
export const areStored = async ({ FILES }: Pick<Env, 'FILES'>, files: readonly StagedFile[]): Promise<boolean> =>
  (await Promise.all(files.map(({ key }) => FILES.head(key)))).every((object) => object !== null)

/** As many uploads as R2 deletes at once: a thousand objects. */
export const RELEASED_MAX = Math.floor(1000 / SALES_FILES_MAX)

/** Deletes at most RELEASED_MAX uploads with their rows, unless an inquiry has them. @returns the number of their files */
export async function releaseUploads({ DB, FILES }: Stores, ids: readonly string[]): Promise<number> {
  const { uploads, files } = await endUploads(DB, ids)
  if (uploads.length === 0) return 0
  // Also what has no row of its own, because the upload died half way. The rows last: what fails half way is found by the next sweep.
  const positions = Array.from({ length: SALES_FILES_MAX }, (_, position) => position)
  await FILES.delete(uploads.flatMap((id) => positions.map((position) => objectKey(id, position))))
  await deleteUploadRows(DB, uploads)
  return files
}

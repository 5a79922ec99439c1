import { deleteUploadRows, endUploads, type FileRow, filesOfUploads, objectKey } from '../database/upload.ts'
import type { Env } from '../env.ts'
import type { OutgoingFile } from '../upstream/upstream.ts'

/**
 * How long files that no inquiry has are named by a signed reference. They are kept longer than that, so that a reference that is valid names
 * files that are there, and gone within a day (docs/contract.md#6): the run that deletes them is hourly.
 */
export const REFERENCE_MS = 22 * 3_600_000
export const STAGED_KEPT_MS = 23 * 3_600_000

type Stores = Pick<Env, 'DB' | 'FILES'>

export interface StagedFile extends OutgoingFile, Pick<FileRow, 'field' | 'position'> {
  /** R2 key. */
  key: string
}

/** The files of an upload in the order in which they were sent; empty for an unknown upload. */
export async function stagedFiles({ DB, FILES }: Stores, uploadId: string): Promise<StagedFile[]> {
  return (await filesOfUploads(DB, [uploadId])).map(({ position, name, media_type, size, field }) => {
    const key = objectKey(uploadId, position)
    return {
      key,
      position,
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
}

/** Whether the bytes of all these files are in R2. */
export const areStored = async ({ FILES }: Pick<Env, 'FILES'>, files: readonly StagedFile[]): Promise<boolean> =>
  (await Promise.all(files.map(({ key }) => FILES.head(key)))).every((object) => object !== null)

/** Deletes uploads with their rows, unless an inquiry has them. @returns the number of objects in R2 */
export async function releaseUploads({ DB, FILES }: Stores, ids: readonly string[]): Promise<number> {
  const ended = await endUploads(DB, ids)
  let count = 0
  // The rows last: what fails half way is found by the next sweep.
  for (const id of ended) {
    const { objects } = await FILES.list({ prefix: objectKey(id, '') })
    if (objects.length > 0) await FILES.delete(objects.map(({ key }) => key))
    count += objects.length
  }
  if (ended.length > 0) await deleteUploadRows(DB, ended)
  return count
}

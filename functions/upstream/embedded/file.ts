import { v5 as uuid } from 'uuid'
import { deleteFilesOf, filesOfReferences, insertFile, readFileRow } from '../../database/file.ts'
import { sharedReferences } from '../../database/inquiry-search.ts'
import type { Env } from '../../env.ts'
import { NotFoundError } from '../../errors.ts'
import { inTime } from '../../http/deadline.ts'
import type { FileUpstream } from '../upstream.ts'
import { storageCall } from '../../http/storage-call.ts'

/** R2 key of a file's bytes. */
const storedFile = (fileKey: string) => `files/${fileKey}`

const REFERENCES = '7b0f0f5c-5a0a-4b59-8d8e-7b6f1f7b3c11'
/**
 * File reference of a staged upload. Derived, so that a repeated upload overwrites what an earlier attempt has left; as hard to guess
 * as the id of the upload.
 */
export const embeddedReference = (upload: string) => uuid(upload, REFERENCES)
/** The key that a staged file gets. */
export const embeddedKey = (upload: string, position: number) => uuid(String(position), embeddedReference(upload))

/** Files of the embedded upstream: names in D1, bytes in R2. Whoever has a file's key may read it, so keys are random. */
export function embeddedFiles({ DB, FILES }: Pick<Env, 'DB' | 'FILES'>): FileUpstream {
  return {
    uploadFiles: (upload, files) =>
      storageCall(async () => {
        const reference = embeddedReference(upload)
        const receivedAt = new Date().toISOString()
        const stored = files.map((file, position) => ({ file, position, key: embeddedKey(upload, position) }))
        // The rows come first: if this ends before the reference is handed out, no inquiry names them, and the sweep of unclaimed
        // files deletes them with their bytes (functions/scheduled/).
        const rows = stored.map(({ file, position, key }) =>
          insertFile(DB, {
            file_key: key,
            file_ref_id: reference,
            position,
            file_name: file.name,
            media_type: file.type,
            received_at: receivedAt,
          }),
        )
        await inTime(DB.batch(rows))
        for (const { file, key } of stored) await inTime(file.open().then((body) => FILES.put(storedFile(key), body)))
        return reference
      }),
    selectFiles: (fileId) =>
      storageCall(async () => {
        const files = await filesOfReferences(DB, [fileId])
        return files.map(({ file_key, file_name }) => ({ file_key, file_name }))
      }),
    readFile: (fileKey) =>
      storageCall(async () => {
        const row = await readFileRow(DB, fileKey)
        const object = row && (await FILES.get(storedFile(fileKey)))
        if (!object) throw new NotFoundError('There is no such file.')
        return { name: row.file_name, type: row.media_type, size: object.size, body: object.body }
      }),
  }
}

/** Bytes of a file; null where this site does not have it. */
export const embeddedSize = async ({ FILES }: Pick<Env, 'FILES'>, key: string): Promise<number | null> =>
  (await FILES.head(storedFile(key)))?.size ?? null

/**
 * Deletes the files behind references, first the bytes, then the rows, unless a second inquiry names them.
 * @returns the number of files
 */
export async function destroyFiles(env: Pick<Env, 'DB' | 'FILES'>, references: string[]): Promise<number> {
  if (references.length === 0) return 0
  const shared = await sharedReferences(env.DB, references)
  return destroyUnclaimed(
    env,
    references.filter((reference) => !shared.has(reference)),
  )
}

/** References of one call: R2 deletes a thousand objects at once, and an upload has five files at most. */
export const UNCLAIMED_AT_ONCE = 200

/**
 * The same for references that no other inquiry names, in few calls: a run may make a thousand of D1.
 * @returns the number of files
 */
export async function destroyUnclaimed(
  { DB, FILES }: Pick<Env, 'DB' | 'FILES'>,
  references: readonly string[],
): Promise<number> {
  let count = 0
  for (let from = 0; from < references.length; from += UNCLAIMED_AT_ONCE) {
    const some = references.slice(from, from + UNCLAIMED_AT_ONCE)
    const files = await filesOfReferences(DB, some)
    if (files.length > 0) await FILES.delete(files.map(({ file_key }) => storedFile(file_key)))
    await deleteFilesOf(DB, some)
    count += files.length
  }
  return count
}

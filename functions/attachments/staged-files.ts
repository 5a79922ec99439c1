import type { Env } from '../env.ts'
import type { OutgoingFile } from '../upstream/upstream.ts'

/**
 * How long files that no inquiry names are kept, and named by a signed reference. The run that destroys them is hourly: they are gone
 * within a day (docs/contract.md#6).
 */
export const STAGED_KEPT_MS = 23 * 3_600_000

type Bucket = Pick<Env, 'FILES'>

/** R2 keys: the staged files of an upload, and which upload became which file reference. Stored objects rely on the prefixes. */
export const STAGED_PREFIX = 'held/'
export const REFERENCE_PREFIX = 'refs/'
/** Before the key of a file whose multipart upload is not complete; holds the id of that upload. */
export const MULTIPART_PREFIX = 'parts/'
export const uploadPrefix = (uploadId: string) => `${STAGED_PREFIX}${uploadId}/`
/** The upload of a staged file. @param key in R2 */
export const uploadOf = (key: string): string => key.split('/')[1] ?? ''
export const referenceKey = (fileReference: string) => REFERENCE_PREFIX + fileReference

/** Notes which upload became a file reference: in the object, and beside it for those who list many. */
export async function keepReference({ FILES }: Bucket, fileReference: string, uploadId: string): Promise<void> {
  await FILES.put(referenceKey(fileReference), uploadId, { customMetadata: { upload: uploadId } })
}

/** The upload that became a file reference. An earlier release has noted it in the object alone. @param object as R2 lists it */
export const referencedUpload = async ({ FILES }: Bucket, { key, customMetadata }: R2Object): Promise<string> =>
  customMetadata?.upload ?? (await (await FILES.get(key))?.text()) ?? ''

export interface StagedFile extends OutgoingFile {
  /** R2 key. */
  key: string
  /** Name of the multipart field, as sent by the client. */
  field: string
  stagedAt: Date
}

/**
 * Custom metadata of an R2 object. R2 takes ASCII only, so the texts are percent-encoded.
 * @param source id of the upload that it is a copy from
 */
export const fileMetadata = ({ name, type, field }: Pick<StagedFile, 'name' | 'type' | 'field'>, source?: string) => ({
  name: encodeURIComponent(name),
  type,
  field: encodeURIComponent(field.slice(0, 50).toWellFormed()),
  ...(source && { source }),
})

/** The staged files of an upload in the order in which they were sent; empty for an unknown upload. */
export async function stagedFiles({ FILES }: Bucket, uploadId: string): Promise<StagedFile[]> {
  const { objects } = await FILES.list({ prefix: uploadPrefix(uploadId), include: ['customMetadata'] })
  return objects.map(({ key, size, uploaded, customMetadata }) => ({
    key,
    stagedAt: uploaded,
    name: decodeURIComponent(customMetadata?.name ?? 'file'),
    type: customMetadata?.type ?? 'application/octet-stream',
    field: decodeURIComponent(customMetadata?.field ?? ''),
    size,
    async open() {
      const object = await FILES.get(key)
      if (!object) throw new Error('A staged file has been deleted.')
      return object.body
    },
  }))
}

/**
 * Deletes the staged files of an upload, and those that they are copies of.
 * @param named uploads that stay, because an inquiry names them
 */
export async function deleteStaged(
  { FILES }: Bucket,
  uploadId: string,
  named: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (named.has(uploadId)) return
  const { objects } = await FILES.list({ prefix: uploadPrefix(uploadId), include: ['customMetadata'] })
  const sources = new Set(objects.map(({ customMetadata }) => customMetadata?.source).filter((id) => id !== undefined))
  for (const source of sources) await deleteStaged({ FILES }, source, named)
  if (objects.length > 0) await FILES.delete(objects.map(({ key }) => key))
}

/**
 * Deletes uploads, and those that became file references.
 * @param named uploads that stay, because an inquiry names them
 */
export async function deleteUploads(
  { FILES }: Bucket,
  uploadIds: readonly string[],
  fileReferences: string[],
  named: ReadonlySet<string>,
): Promise<void> {
  const forwarded = await Promise.all(
    fileReferences.map(async (reference) => (await FILES.get(referenceKey(reference)))?.text()),
  )
  for (const uploadId of new Set([...uploadIds, ...forwarded.filter((id) => id !== undefined)]))
    await deleteStaged({ FILES }, uploadId, named)
  if (fileReferences.length > 0) await FILES.delete(fileReferences.map(referenceKey))
}

import type { Env } from '../env.ts'
import type { OutgoingFile } from '../upstream/upstream.ts'

type Bucket = Pick<Env, 'FILES'>

/** R2 keys of what the edge keeps (contract: Attachments): the files of an upload, and which upload became which file reference. */
export const heldPrefix = (uploadId: string) => `held/${uploadId}/`
export const referenceKey = (fileReference: string) => `refs/${fileReference}`

export interface HeldFile extends OutgoingFile {
  /** Name of the part it came in: a form's file field, as far as the sender says. */
  field: string
}

/** What an R2 object says of the file in it. R2 takes ASCII only, so the name is percent-encoded. */
export const fileMetadata = ({ name, type, field }: Pick<HeldFile, 'name' | 'type' | 'field'>) => ({
  name: encodeURIComponent(name),
  type,
  field: encodeURIComponent(field.slice(0, 50).toWellFormed()),
})

/** The files of a held upload in the order they came; none where the upload is unknown. */
export async function heldFiles({ FILES }: Bucket, uploadId: string): Promise<HeldFile[]> {
  const { objects } = await FILES.list({ prefix: heldPrefix(uploadId), include: ['customMetadata'] })
  return objects.map(({ key, size, customMetadata }) => ({
    name: decodeURIComponent(customMetadata?.name ?? 'file'),
    type: customMetadata?.type ?? 'application/octet-stream',
    field: decodeURIComponent(customMetadata?.field ?? ''),
    size,
    async open() {
      const object = await FILES.get(key)
      if (!object) throw new Error('A held file is gone.')
      return object.body
    },
  }))
}

/** Deletes the files of an upload. */
export async function dropHeld({ FILES }: Bucket, uploadId: string): Promise<void> {
  const { objects } = await FILES.list({ prefix: heldPrefix(uploadId) })
  if (objects.length > 0) await FILES.delete(objects.map(({ key }) => key))
}

/** Deletes all that the edge keeps of an inquiry: its held uploads, and those that became its file references. */
export async function dropUploads({ FILES }: Bucket, uploadIds: string[], fileReferences: string[]): Promise<void> {
  const indexed = await Promise.all(
    fileReferences.map(async (reference) => (await FILES.get(referenceKey(reference)))?.text()),
  )
  for (const uploadId of new Set([...uploadIds, ...indexed.filter((id) => id !== undefined)]))
    await dropHeld({ FILES }, uploadId)
  if (fileReferences.length > 0) await FILES.delete(fileReferences.map(referenceKey))
}

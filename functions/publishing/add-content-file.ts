import { fileTypeFromBuffer } from 'file-type'
import { contentAddress, contentObject } from '../attachments/content-address.ts'
import { fileName } from '../attachments/file-name.ts'
import { allowedExtension, checkFirstPart, checkStoredFile } from '../attachments/file-type.ts'
import { PICTURE_BYTES_MAX, PictureTooLargeError, withoutMetadata } from '../attachments/picture.ts'
import { PART_BYTES, writeInParts } from '../attachments/write-in-parts.ts'
import { insertContentFile, type ContentFileRow } from '../database/content-file.ts'
import { MEDIA_TYPES } from '../http/file-headers.ts'
import type { Call } from '../calls/operator-call.ts'

/** Pictures that every browser of today shows. SVG is not among them, because it may hold scripts. */
const PICTURES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  apng: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
}

export interface ContentFile extends ContentFileRow {
  /** Path on the site. */
  address: string
}

/** A file that is still arriving. */
export interface ArrivingFile {
  key: string
  /** As its sender calls it. */
  name: string
  /** What may arrive of it at most. */
  bytesMax: number
  chunks: AsyncIterable<Uint8Array>
}

/**
 * Keeps a picture or an attachment of the operator while it arrives, one part of it in memory. It is public once something public names it.
 * A picture loses its metadata (attachments/picture.ts).
 * @throws TooLargeError, PictureTooLargeError, PictureMetadataError; FileTypeError where the content is neither a picture nor what the name says
 */
export async function addFile(
  { env: { DB, FILES }, actor, scope, now }: Call,
  { key, name, bytesMax, chunks }: ArrivingFile,
): Promise<ContentFile> {
  let file_name = fileName(name)
  const object = contentObject(key)
  let media_type = ''
  let checked = false
  let size: Pick<ContentFileRow, 'width' | 'height'> = {
    width: null,
    height: null,
  }
  const stored = await writeInParts(FILES, object, chunks, {
    sizeMax: bytesMax,
    async beforePart(bytes, index) {
      if (index > 0) return
      const type = (await fileTypeFromBuffer(bytes))?.ext ?? ''
      media_type = PICTURES[type] ?? ''
      checked = media_type !== '' || (await checkFirstPart(file_name, bytes, bytes.length < PART_BYTES))
      if (media_type === '') return
      if (bytes.length > PICTURE_BYTES_MAX)
        throw new PictureTooLargeError(`A picture is larger than ${PICTURE_BYTES_MAX} bytes.`)
      const { bytes: clean, ...read } = withoutMetadata(bytes, type)
      size = read
      return clean
    },
  })
  if (!checked)
    file_name = await checkStoredFile(file_name, FILES, object, stored).catch(async (error: unknown) => {
      await FILES.delete(object)
      throw error
    })
  if (media_type === '') media_type = MEDIA_TYPES[allowedExtension(file_name)]
  const row = { file_key: key, file_name, media_type, size: stored, ...size }
  await insertContentFile(DB, row, { scope, by: actor, at: now.toISOString() })
  return { ...row, address: contentAddress(key, file_name) }
}

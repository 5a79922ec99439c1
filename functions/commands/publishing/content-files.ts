import { fileTypeFromBuffer } from 'file-type'
import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import { contentAddress, contentObject } from '../../attachments/content-file.ts'
import { fileName } from '../../attachments/file-name.ts'
import { allowedExtension, checkFirstPart } from '../../attachments/file-type.ts'
import { FILE_BYTES_MAX } from '../../contract/limits.ts'
import { insertContentFile, type ContentFileRow } from '../../database/content-file.ts'
import { TooLargeError } from '../../errors.ts'
import { MEDIA_TYPES } from '../../http/file-headers.ts'
import { command } from '../command.ts'

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

/**
 * Keeps a picture or an attachment of the operator. Whoever knows its address may read it.
 * @throws TooLargeError; FileTypeError where the content is neither a picture nor what the name says
 */
export const addFile = command({
  input: z.object({ key: z.uuid().default(() => uuid()), file: z.file() }),
  log: ({ key }) => ({ action: 'add-file', subject: key }),
  async run({ env, actor, now }, { key, file }): Promise<ContentFile> {
    if (file.size > FILE_BYTES_MAX) throw new TooLargeError(`"${file.name}" is larger than ${FILE_BYTES_MAX} bytes.`)
    const file_name = fileName(file.name)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const media_type = PICTURES[(await fileTypeFromBuffer(bytes))?.ext ?? ''] ?? (await documentType(file_name, bytes))
    const row = { file_key: key, file_name, media_type, size: bytes.length }
    await env.FILES.put(contentObject(key), bytes)
    await insertContentFile(env.DB, row, { by: actor, at: now.toISOString() })
    return { ...row, address: contentAddress(key, file_name) }
  },
})

async function documentType(name: string, bytes: Uint8Array): Promise<string> {
  await checkFirstPart(name, bytes, true)
  return MEDIA_TYPES[allowedExtension(name)]
}

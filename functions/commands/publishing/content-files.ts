import { fileTypeFromBuffer } from 'file-type'
import { v4 as uuid } from 'uuid'
import { fileName } from '../../attachments/file-name.ts'
import { allowedExtension, checkFirstPart } from '../../attachments/file-type.ts'
import { contentAddress, contentObject } from '../../attachments/content-file.ts'
import { FILE_BYTES_MAX } from '../../contract/limits.ts'
import type { Env } from '../../env.ts'
import { TooLargeError } from '../../errors.ts'
import { MEDIA_TYPES } from '../../http/file-headers.ts'
import { writeLog } from '../../database/admin-log.ts'

type Storage = Pick<Env, 'DB' | 'FILES'>

/** Pictures that every browser of today shows. SVG is not among them, because it may hold scripts. */
const PICTURES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  apng: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
}

export interface ContentFile {
  file_key: string
  file_name: string
  media_type: string
  /** Bytes. */
  size: number
  /** Path on the site. */
  address: string
}

/**
 * Keeps a picture or an attachment of the operator. Whoever knows its address may read it.
 * @throws TooLargeError, FileTypeError where the content is neither a picture nor what the name says
 */
export async function addContentFile(env: Storage, actor: string, file: File): Promise<ContentFile> {
  if (file.size > FILE_BYTES_MAX) throw new TooLargeError(`"${file.name}" is larger than ${FILE_BYTES_MAX} bytes.`)
  const file_name = fileName(file.name)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const media_type = PICTURES[(await fileTypeFromBuffer(bytes))?.ext ?? ''] ?? (await documentType(file_name, bytes))
  const file_key = uuid()
  await writeLog(env, { actor, action: 'add-file', subject: file_key })
  await env.FILES.put(contentObject(file_key), bytes)
  await env.DB.prepare(
    'INSERT INTO content_file (file_key, file_name, media_type, size, added_at, added_by) VALUES (?, ?, ?, ?, ?, ?)',
  )
    .bind(file_key, file_name, media_type, bytes.length, new Date().toISOString(), actor)
    .run()
  return { file_key, file_name, media_type, size: bytes.length, address: contentAddress(file_key, file_name) }
}

async function documentType(name: string, bytes: Uint8Array): Promise<string> {
  await checkFirstPart(name, bytes, true)
  return MEDIA_TYPES[allowedExtension(name)]
}

import type { MessageFile } from '../contract/conversation.ts'
import type { Env } from '../env.ts'
import { TooLargeError } from '../errors.ts'
import { MEDIA_TYPES } from '../http/file-headers.ts'
import { inMemory } from './file-bytes.ts'
import { fileName } from './file-name.ts'
import { allowedExtension, checkedName } from './file-type.ts'

type Bucket = Pick<Env, 'FILES'>

/** R2 keys of the files of answers and replies: `conversation/{receipt}/{folder}/{position}`. Each sending of an answer and each mail has its own folder. Stored objects rely on it. */
const CONVERSATION_PREFIX = 'conversation/'
const prefixOf = (receipt: string) => `${CONVERSATION_PREFIX}${receipt}/`
const keyOf = (receipt: string, folder: string, position: number) =>
  `${prefixOf(receipt)}${folder}/${String(position).padStart(3, '0')}`

/**
 * Checks a file by the rules of the forms and keeps it under the receipt.
 * @throws FileTypeError; TooLargeError above `bytesMax`; StoreTimeoutError
 */
export async function keepMessageFile(
  { FILES }: Bucket,
  { receipt, folder, position }: { receipt: string; folder: string; position: number },
  sent: { name: string; bytes: Uint8Array },
  bytesMax: number,
): Promise<MessageFile> {
  if (sent.bytes.length > bytesMax) throw new TooLargeError(`A file is larger than ${bytesMax} bytes.`)
  const name = await checkedName(fileName(sent.name), inMemory(sent.bytes))
  const type = MEDIA_TYPES[allowedExtension(name)]
  const key = keyOf(receipt, folder, position)
  await FILES.put(key, sent.bytes)
  return { key, name, type, size: sent.bytes.length }
}

/** Keeps a mail as it came, for an operator who opens it in a mail program. It goes with the other files of the inquiry. @throws StoreTimeoutError */
export async function keepOriginal(
  { FILES }: Bucket,
  { receipt, folder, position }: { receipt: string; folder: string; position: number },
  mail: { subject: string; bytes: ArrayBuffer },
): Promise<MessageFile> {
  const key = keyOf(receipt, folder, position)
  const size = mail.bytes.byteLength
  await FILES.put(key, mail.bytes)
  return { key, name: fileName(`${mail.subject.trim() || 'mail'}.eml`), type: 'message/rfc822', size, role: 'original' }
}

const bytesIn = async ({ FILES }: Bucket, { key }: MessageFile): Promise<Uint8Array | null> => {
  const object = await FILES.get(key)
  return object && new Uint8Array(await object.arrayBuffer())
}

/** Whether kept files have the same bytes as others of the same number. */
export async function haveSameBytes(
  bucket: Bucket,
  kept: readonly MessageFile[],
  others: readonly MessageFile[],
): Promise<boolean> {
  for (const [position, file] of kept.entries()) {
    const other = others[position]
    const [one, two] = [await bytesIn(bucket, file), other ? await bytesIn(bucket, other) : null]
    if (!one || !two || !Buffer.from(one).equals(two)) return false
  }
  return true
}

/** Objects that R2 deletes at once. */
const DELETED_MAX = 1000

/** Deletes files of messages. */
export async function deleteFiles({ FILES }: Bucket, files: readonly MessageFile[]): Promise<void> {
  for (let first = 0; first < files.length; first += DELETED_MAX)
    await FILES.delete(files.slice(first, first + DELETED_MAX).map(({ key }) => key))
}

/**
 * Deletes the files of the conversation about an inquiry, or those in one folder.
 * @returns their number
 */
export async function deleteMessageFiles({ FILES }: Bucket, receipt: string, folder?: string): Promise<number> {
  const prefix = prefixOf(receipt) + (folder === undefined ? '' : `${folder}/`)
  let count = 0
  for (;;) {
    const { objects, truncated } = await FILES.list({ prefix })
    if (objects.length > 0) await FILES.delete(objects.map(({ key }) => key))
    count += objects.length
    if (!truncated) return count
  }
}

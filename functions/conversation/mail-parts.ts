import { type LeftOutFile, type MessageFile } from '../contract/conversation.ts'
import { SALES_FILES_MAX } from '../contract/attachments.ts'
import type { Env } from '../env.ts'
import { FileTypeError, TooLargeError } from '../errors.ts'
import type { MailPart } from '../mail/incoming/parts.ts'
import { fileName } from '../attachments/file-name.ts'
import { keepMessageFile } from '../attachments/message-files.ts'

/** Pictures within the text of a mail that are kept, such as a screenshot; signatures have several. They count apart from the files. */
const PICTURES_MAX = 10

interface Where {
  receipt: string
  folder: string
  /** Of each file, in bytes. */
  bytesMax: number
}

/**
 * Keeps the parts of a mail by the rules of the forms, files before the pictures of the text. What does not pass is named and left out. Frees
 * the memory of each part.
 * @param soon ends each call in time
 */
export async function keepMailParts(
  env: Pick<Env, 'FILES'>,
  parts: readonly MailPart[],
  { receipt, folder, bytesMax }: Where,
  soon: <T>(call: Promise<T>) => Promise<T>,
): Promise<{ files: MessageFile[]; leftOut: LeftOutFile[] }> {
  const files: MessageFile[] = []
  const leftOut: LeftOutFile[] = []
  for (const part of parts.toSorted((one, other) => Number(isInText(one)) - Number(isInText(other)))) {
    const role = isInText(part) ? ({ role: 'in-text' } as const) : {}
    const name = nameOf(part)
    const limit = isInText(part) ? PICTURES_MAX : SALES_FILES_MAX
    const keep = () => {
      if (part.kind === 'sealed' || part.kind === 'winmail') return part.kind
      if (files.filter((file) => file.role === role.role).length === limit) return 'too-many'
      const at = { receipt, folder, position: files.length + 1 }
      return soon(keepMessageFile(env, at, { name, bytes: bytesOf(part) }, bytesMax)).catch(faultOf)
    }
    const kept = await keep()
    if (typeof kept === 'string') leftOut.push({ name, fault: kept, ...role })
    else files.push({ ...kept, ...role })
    if (part.content instanceof ArrayBuffer) part.content.transfer(0)
  }
  return { files, leftOut }
}

/** Names of parts that are not opened. */
export const notOpened = (parts: readonly MailPart[]): LeftOutFile[] =>
  parts.map((part) => ({ name: nameOf(part), fault: 'not-opened', ...(isInText(part) && { role: 'in-text' }) }))

const isInText = ({ kind }: MailPart) => kind === 'in-text'
const nameOf = ({ name }: MailPart) => fileName(name || 'attachment')

const bytesOf = ({ content }: MailPart): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

function faultOf(error: unknown): LeftOutFile['fault'] {
  if (error instanceof TooLargeError) return 'file-too-large'
  if (error instanceof FileTypeError) return error.fault
  throw error
}

import type { Context } from 'hono'
import { ANSWER_FILES_BYTES } from '../../../functions/contract/conversation-limits'
import { MEGABYTE } from '../../../functions/contract/attachments'
import { TooLargeError } from '../../../functions/errors'
import { bytesOf, type Part } from '../../../functions/http/multipart'
import type { AdminContext } from '../access/admission'
import { readTexts } from '../posted'

/** More than an answer may have, so that files which are too large can be skipped and the text be read. */
const FORM_BYTES_MAX = 60 * MEGABYTE

/** The form of an answer. */
interface PostedAnswer {
  texts: URLSearchParams
  files: { name: string; bytes: Uint8Array<ArrayBuffer> }[]
  /** The files have more than an answer may have; none of them is there. */
  isTooLarge: boolean
}

/** Reads the form, with no more of its files in memory than an answer may have. @throws InvalidBodyError, TooLargeError */
export async function readAnswerForm<E extends AdminContext>(c: Context<E>): Promise<PostedAnswer> {
  const { texts, files } = c.var.posted
  const posted: PostedAnswer = { texts, files: [], isTooLarge: false }
  let left = ANSWER_FILES_BYTES
  const take = async (part: Part): Promise<void> => {
    const { name, filename } = part
    if (!filename || name !== 'files') return
    files.add(name)
    if (posted.isTooLarge) return
    const bytes = await bytesOf(part, left).catch((error: unknown) => {
      if (!(error instanceof TooLargeError)) throw error
      return null
    })
    posted.isTooLarge = bytes === null
    left -= bytes?.length ?? 0
    if (bytes) posted.files.push({ name: filename, bytes })
  }
  await readTexts(c, { take, max: FORM_BYTES_MAX })
  return posted.isTooLarge ? { ...posted, files: [] } : posted
}

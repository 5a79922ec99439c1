import type { Context } from 'hono'
import { commands } from '../../../functions/commands/table'
import type { ContentFile } from '../../../functions/publishing/add-content-file'
import { FILE_BYTES_MAX } from '../../../functions/contract/attachments'
import { FileTypeError, InvalidBodyError, TooLargeError } from '../../../functions/errors'
import { announcedBytes } from '../../../functions/http/request-body'
import type { Part } from '../../../functions/http/multipart'
import type { AdminContext } from '../access/admission'
import { callOf } from '../command-call'
import { readTexts } from '../posted'

/** More than a file may have, so that one that is too large can be skipped and the texts be read. */
const FORM_BYTES_MAX = 5 * FILE_BYTES_MAX

/** A form of an operator, read in one pass: texts into memory, its file into R2 while it arrives. */
export interface PostedForm {
  texts: URLSearchParams
  /** Null where none was chosen, or it was refused. */
  file: ContentFile | null
  refused: FileTypeError | TooLargeError | null
}

/**
 * Reads a posted form, its texts also where its file cannot be kept. A file that is kept and then named by nothing is destroyed after a day.
 * @throws InvalidBodyError, TooLargeError
 */
export async function readPostedForm<E extends AdminContext>(c: Context<E>): Promise<PostedForm> {
  const { texts, files } = c.var.posted
  const posted: PostedForm = { texts, file: null, refused: null }
  let failure: unknown = null
  const take = async ({ name, filename, chunks }: Part): Promise<void> => {
    if (!filename || name !== 'file' || files.has(name)) return
    files.add(name)
    const bytesMax = Math.min(FILE_BYTES_MAX, announcedBytes(c.req.raw))
    const file = { name: filename, bytesMax, chunks }
    posted.file = await commands['add-file'].perform(callOf(c), file).catch((error: unknown) => {
      if (error instanceof FileTypeError || error instanceof TooLargeError) posted.refused = error
      else failure = error
      return null
    })
  }
  await readTexts(c, { take, max: FORM_BYTES_MAX }).catch((error: unknown) => {
    // What went wrong first says why.
    throw failure ?? error
  })
  if (failure !== null) throw failure
  return posted
}

/** The file of a call that is nothing but a file. @throws InvalidBodyError where there is none, FileTypeError, TooLargeError */
export async function postedFile<E extends AdminContext>(c: Context<E>): Promise<ContentFile> {
  const { file, refused } = await readPostedForm(c)
  if (refused) throw refused
  if (!file) throw new InvalidBodyError([{ field: 'file', message: 'This field is required.' }])
  return file
}

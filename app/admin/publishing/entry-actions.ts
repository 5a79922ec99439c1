import { contentAddress } from '../../../functions/attachments/content-address'
import { PictureMetadataError, PictureTooLargeError } from '../../../functions/attachments/picture'
import type { ContentFile } from '../../../functions/publishing/add-content-file'
import { OutdatedError } from '../../../functions/publishing/drafts'
import { entryBodyOf, entryId } from '../../../functions/publishing/fields'
import { UnpublishableError } from '../../../functions/publishing/publication'
import { commands } from '../../../functions/commands/table'
import { wasPublic, type BoardName } from '../../../functions/contract/board'
import { FALLBACK_LOCALE, type Locale, LOCALES } from '../../i18n/locale'
import { fieldName } from '../../../functions/contract/text-fields'
import { readEntry } from '../../../functions/database/board-entry'
import { readUsableFile } from '../../../functions/database/content-file'
import { listCategories } from '../../../functions/database/sub-category'
import { type FileTypeError, InvalidBodyError, NotFoundError, TooLargeError } from '../../../functions/errors'
import { callOf } from '../command-call'
import { seeOther, type PageContext } from '../frame/page'
import { withQuery } from '../frame/addresses'
import { adminAddress } from '../frame/board-addresses'
import type { EditorMessage, FileRefusal, RefusedFile } from './editor-state'
import { entryPage } from './entry-page'
import { textOf } from '../posted'
import { basisText, postedEntry, postedTime, type PostedEntry } from './posted-entry'
import { readPostedForm, type PostedForm } from './posted-file'

/** `POST /admin/notices` or `/admin/faq`: an empty draft, opened in the editor. */
export async function newEntry(c: PageContext, board: BoardName): Promise<Response> {
  const [first] = await listCategories(c.var.env.DB, c.var.scope, board)
  const { id } = await commands['save-draft'].perform(callOf(c), { board, sub_category_id: first?.sub_category_id })
  return seeOther(`${adminAddress(board)}/${id}`)
}

/** `POST /admin/notices/{id}` or `/admin/faq/{id}`: saves what was typed, and does what the button says. */
export async function postEntry(c: PageContext, board: BoardName): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!entryId.safeParse(id).success) throw new NotFoundError('There is no such entry.')
  const { texts: form, file, refused } = await readPostedForm(c)
  const action = textOf(form, 'action')
  const call = callOf(c)
  const back = (done: EditorMessage) => seeOther(withQuery(`${adminAddress(board)}/${id}`, { done }))
  switch (action) {
    case 'withdraw': {
      const entry = await readEntry(call.env.DB, call.scope, board, id)
      await commands.withdraw.perform(call, { board, id })
      if (entry.state !== 'scheduled') return back('withdrawn')
      return back(wasPublic(entry) ? 'canceled-again' : 'canceled')
    }
    case 'take-theirs':
      return seeOther(`${adminAddress(board)}/${id}`)
    case 'publish-again':
      return orOutdated(c, board, undefined, async () => {
        await commands['publish-again'].perform(call, { board, id, basis: textOf(form, 'basis') })
        return back('published-again')
      })
    case 'discard':
      return orOutdated(c, board, undefined, async () => {
        const isGone = await commands['discard-draft'].perform(call, { board, id, basis: textOf(form, 'basis') })
        return isGone ? seeOther(withQuery(adminAddress(board), { done: 'discarded' })) : back('discarded')
      })
    case 'bring-back':
      return orOutdated(c, board, undefined, async () => {
        const version = Number(textOf(form, 'version'))
        await commands['bring-back'].perform(call, { board, id, version, basis: textOf(form, 'basis') })
        return back('brought-back')
      })
    default: {
      const posted = postedEntry(form)
      if (!posted) return entryPage(c, board, { message: 'invalid' })
      return orOutdated(c, board, posted, () => saveAnd(c, board, { action, form, file, refused, posted, back }))
    }
  }
}

interface Save extends Pick<PostedForm, 'file' | 'refused'> {
  action: string
  form: URLSearchParams
  posted: PostedEntry
  back: (done: EditorMessage) => Response
}

async function saveAnd(
  c: PageContext,
  board: BoardName,
  { action, form, file, refused, posted, back }: Save,
): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const { fields } = posted
  if (action === 'add-file') {
    const added = await markdownOf(c, { form, file, refused })
    if (!('markdown' in added)) return entryPage(c, board, { file: added, unsaved: posted })
    const into = intoOf(form)
    fields.contents[into] = `${fields.contents[into].trimEnd()}\n\n${added.markdown}\n`.trimStart()
  }
  const basis = basisText(posted.based)
  const based = basisText(await commands['save-draft'].perform(callOf(c), { board, id, basis, ...entryBodyOf(fields) }))
  return action === 'publish' || action === 'schedule'
    ? publishOrAsk(c, board, { action, form, basis: based, back })
    : back('saved')
}

/** Publishes, or shows what should be mended first. What forbids nothing is asked about once. */
async function publishOrAsk(
  c: PageContext,
  board: BoardName,
  { action, form, basis, back }: Pick<Save, 'action' | 'form' | 'back'> & { basis: string },
): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const at = action === 'schedule' ? postedTime(form) : null
  if (at === undefined) return entryPage(c, board, { message: 'no-time' })
  const confirmed = form.has('confirmed')
  try {
    await commands.publish.perform(callOf(c), { board, id, basis, at: at && at.toISOString(), confirmed })
  } catch (error) {
    if (!(error instanceof UnpublishableError)) throw error
    return entryPage(c, board, { faults: error.faults, at: at ? textOf(form, 'at') : null })
  }
  return back(at ? 'scheduled' : 'published')
}

/** Shows what was typed again where someone else was first, or the text names a file that somebody may not use. */
async function orOutdated(
  c: PageContext,
  board: BoardName,
  posted: PostedEntry | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof InvalidBodyError && posted)
      return entryPage(c, board, { message: 'unknown-file', unsaved: posted })
    if (!(error instanceof OutdatedError)) throw error
    return entryPage(c, board, { outdated: error, ...(posted && { unsaved: posted }) })
  }
}

const intoOf = (form: URLSearchParams): Locale =>
  LOCALES.find((language) => fieldName('contents*', language) === textOf(form, 'into')) ?? FALLBACK_LOCALE

/** The Markdown that shows the posted file, or the one that was sent before and lacked only its description. */
async function markdownOf(
  c: PageContext,
  { form, file, refused }: Pick<PostedForm, 'file' | 'refused'> & { form: URLSearchParams },
): Promise<{ markdown: string } | RefusedFile> {
  const typed = textOf(form, 'alt')
  const not = (reason: FileRefusal, kept: ContentFile | null = null) => ({
    reason,
    alt: typed,
    into: intoOf(form),
    kept,
  })
  if (refused) return not(refusalOf(refused))
  const chosen = file ?? (await keptFile(c, textOf(form, 'kept')))
  if (!chosen) return not('no-file')
  const alt = typed.replace(/[[\]\n]/g, ' ').trim()
  const { address, file_name, media_type } = chosen
  const isPicture = media_type.startsWith('image/')
  // A picture says nothing to whoever cannot see it.
  if (alt === '' && isPicture) return not('no-alt', chosen)
  return { markdown: `${isPicture ? '!' : ''}[${alt || file_name}](${address})` }
}

async function keptFile(c: PageContext, key: string): Promise<ContentFile | null> {
  const row = key === '' ? null : await readUsableFile(c.var.env.DB, c.var.scope, key)
  return row && { ...row, address: contentAddress(row.file_key, row.file_name) }
}

function refusalOf(error: FileTypeError | TooLargeError): FileRefusal {
  if (error instanceof PictureTooLargeError) return 'picture-too-large'
  if (error instanceof PictureMetadataError) return 'picture-refused'
  return error instanceof TooLargeError ? 'too-large' : 'file-type'
}

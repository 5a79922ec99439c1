import { addContentFile } from '../../../functions/commands/publishing/content-files'
import { brokenLinksOf, faultsOf, forbids } from '../../../functions/commands/publishing/checks'
import {
  bringBack,
  discardDraft,
  newEntryId,
  OutdatedError,
  saveDraft,
} from '../../../functions/commands/publishing/drafts'
import { readEntry } from '../../../functions/commands/publishing/entries'
import { type Basis, basis, entryFields } from '../../../functions/commands/publishing/fields'
import { moveEntry, setPriority } from '../../../functions/commands/publishing/order'
import { publish, publishAgain, UnpublishableError, withdraw } from '../../../functions/commands/publishing/publication'
import { listCategories } from '../../../functions/commands/publishing/categories'
import type { BoardName } from '../../../functions/contract/board'
import { FileTypeError, NotFoundError, TooLargeError } from '../../../functions/errors'
import { seeOther, type PageContext } from '../frame/page'
import { ADDRESS_OF } from './addresses'
import type { EditorMessage } from './editor-state'
import { entryPage } from './entry-page'
import { fileOf, postedEntry, postedTime, textOf, type PostedEntry } from './form'

/** `POST /admin/notices` or `/admin/faq`: an empty draft, opened in the editor. */
export async function newEntry(c: PageContext, board: BoardName): Promise<Response> {
  const { env, actor } = c.var
  const id = newEntryId()
  const [first] = await listCategories(env, board)
  const fields = entryFields.parse({ sub_category_id: first?.sub_category_id })
  await saveDraft(env, { actor, board, id, fields, based: { version: 0, revision: 0 } })
  return seeOther(`${ADDRESS_OF[board]}/${id}`)
}

/** `POST /admin/notices/{id}` or `/admin/faq/{id}`: saves what was typed, and does what the button says. */
export async function postEntry(c: PageContext, board: BoardName): Promise<Response> {
  const { env, actor } = c.var
  const id = c.req.param('id') ?? ''
  if ((await readEntry(env, id)).board !== board) throw new NotFoundError('There is no such entry.')
  const form = await c.req.raw.formData()
  const action = textOf(form, 'action')
  const back = (done: EditorMessage) => seeOther(`${ADDRESS_OF[board]}/${id}?done=${done}`)
  switch (action) {
    case 'up':
    case 'down':
      await moveEntry(env, { actor, board, id, up: action === 'up' })
      return seeOther(ADDRESS_OF[board])
    case 'priority':
    case 'no-priority':
      await setPriority(env, { actor, id, priority: action === 'priority' })
      return seeOther(ADDRESS_OF[board])
    case 'withdraw':
      await withdraw(env, actor, id)
      return back('withdrawn')
    case 'publish-again':
      await publishAgain(env, actor, id)
      return back('published-again')
    case 'discard':
      await discardDraft(env, actor, id)
      return seeOther(ADDRESS_OF[board])
    case 'bring-back':
      return orOutdated(c, board, undefined, async () => {
        const based = basis.parse(textOf(form, 'basis'))
        await bringBack(env, { actor, id, version: Number(textOf(form, 'version')), based })
        return back('brought-back')
      })
    default: {
      const posted = postedEntry(form)
      if (!posted) return entryPage(c, board, { message: 'invalid' })
      return orOutdated(c, board, posted, () => saveAnd(c, board, { action, form, posted, back }))
    }
  }
}

interface Save {
  action: string
  form: FormData
  posted: PostedEntry
  back: (done: EditorMessage) => Response
}

async function saveAnd(c: PageContext, board: BoardName, { action, form, posted, back }: Save): Promise<Response> {
  const { env, actor } = c.var
  const id = c.req.param('id') ?? ''
  const { fields } = posted
  if (action === 'add-file') {
    const added = await markdownOf(c, form)
    if (!('markdown' in added)) return entryPage(c, board, { message: added.refused, typed: fields })
    const into = textOf(form, 'into') === 'contents_en' ? 'contents_en' : 'contents'
    fields[into] = `${fields[into].trimEnd()}\n\n${added.markdown}\n`.trimStart()
  }
  const based = await saveDraft(env, { actor, board, id, fields, based: posted.based })
  return action === 'publish' || action === 'schedule'
    ? publishIfSound(c, board, { action, form, based, back })
    : back('saved')
}

/** Publishes, or shows what should be mended first. What forbids nothing is asked about once. */
async function publishIfSound(
  c: PageContext,
  board: BoardName,
  { action, form, based, back }: Omit<Save, 'posted'> & { based: Basis },
): Promise<Response> {
  const { env, actor } = c.var
  const id = c.req.param('id') ?? ''
  const at = action === 'schedule' ? postedTime(form) : null
  if (at === undefined) return entryPage(c, board, { message: 'no-time' })
  const { fields } = await readEntry(env, id)
  const faults = [...faultsOf(fields), ...(await brokenLinksOf(fields, (address) => statusOf(c, address)))]
  const asked = { at: at ? textOf(form, 'at') : null }
  if (faults.some(forbids) || (faults.length > 0 && !form.has('confirmed')))
    return entryPage(c, board, { faults, ...asked })
  try {
    await publish(env, { actor, id, based, at })
  } catch (error) {
    if (!(error instanceof UnpublishableError)) throw error
    return entryPage(c, board, { faults: error.faults, ...asked })
  }
  return back(at ? 'scheduled' : 'published')
}

/** Shows what was typed again where someone else was first. */
async function orOutdated(
  c: PageContext,
  board: BoardName,
  posted: PostedEntry | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OutdatedError)) throw error
    return entryPage(c, board, { outdated: error, ...(posted && { typed: posted.fields }) })
  }
}

/** Keeps the chosen file and gives the Markdown that shows it. */
async function markdownOf(c: PageContext, form: FormData): Promise<{ markdown: string } | { refused: EditorMessage }> {
  const file = fileOf(form, 'file')
  const alt = textOf(form, 'alt')
    .replace(/[[\]\n]/g, ' ')
    .trim()
  if (!file) return { refused: 'file-type' }
  // A picture says nothing to whoever cannot see it.
  if (alt === '' && file.type.startsWith('image/')) return { refused: 'no-alt' }
  try {
    const { address, file_name, media_type } = await addContentFile(c.var.env, c.var.actor, file)
    return { markdown: `${media_type.startsWith('image/') ? '!' : ''}[${alt || file_name}](${address})` }
  } catch (error) {
    if (error instanceof FileTypeError) return { refused: 'file-type' }
    if (error instanceof TooLargeError) return { refused: 'too-large' }
    throw error
  }
}

const LINK_MS = 3000

/** The status of a link: of the site itself as a visitor gets it, of another one within three seconds. */
async function statusOf(c: PageContext, address: string): Promise<number | null> {
  const own = new URL(c.req.url).origin
  try {
    const url = new URL(address, own)
    if (url.origin === own) return (await c.env.site(new Request(url))).status
    return (await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(LINK_MS) })).status
  } catch {
    return null
  }
}

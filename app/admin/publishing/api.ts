import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { withContentProofs } from '../../../functions/attachments/preview-proof'
import { entryId } from '../../../functions/publishing/fields'
import { renderMarkdown, withPictureSizes } from '../../../functions/publishing/markdown'
import { brandIdOfLabel } from '../../../functions/brand/hosts'
import { commands } from '../../../functions/commands/table'
import { BOARD_NAMES, BOARDS, type BoardName } from '../../../functions/contract/board'
import { LOCALES } from '../../i18n/locale'
import { brandIdOf } from '../../../functions/contract/scope'
import { MEGABYTE } from '../../../functions/contract/attachments'
import { fileKeysIn, usableFiles } from '../../../functions/database/content-file'
import { ENTRIES, listEntries, readEntry } from '../../../functions/database/board-entry'
import { listDownloads } from '../../../functions/database/download'
import { listCategories } from '../../../functions/database/sub-category'
import { NotFoundError } from '../../../functions/errors'
import { readJson } from '../../../functions/http/json-body'
import { type AdminContext, forEachBrand } from '../access/admission'
import { callOf } from '../command-call'
import { categoryAction, downloadAction, markdownBody } from '../request-bodies'
import { entriesQuery } from './entries-query'
import { basisText } from './posted-entry'
import { siteOf } from '../frame/site-address'
import { postedFile } from './posted-file'
import { wireOfCategoryRow, wireOfDownloadRow, wireOfEntry, wireOfRow } from './wire'

type C = Context<AdminContext>

/** What an operator writes is longer than any call of a visitor: both languages of an entry, escaped as JSON. */
const WRITING_BYTES_MAX = 4 * MEGABYTE
const readWriting = <S extends z.ZodType>({ req }: C, schema: S): Promise<z.output<S>> =>
  readJson(req.raw, schema, WRITING_BYTES_MAX)
const anyBody = z.record(z.string(), z.unknown())

const idOf = (c: C): string => {
  const id = entryId.safeParse(c.req.param('id'))
  if (!id.success) throw new NotFoundError('There is no such entry.')
  return id.data
}

/** What `POST` to an entry can do, by the field `action`. */
const ENTRY_ACTIONS = {
  publish: commands.publish,
  withdraw: commands.withdraw,
  'publish-again': commands['publish-again'],
  'bring-back': commands['bring-back'],
  move: commands['move-entry'],
  priority: commands['set-priority'],
}
export const entryAction = z.union([
  z.looseObject({ action: z.enum(['publish', 'withdraw', 'publish-again', 'bring-back', 'move', 'priority']) }),
  z.looseObject({ action: z.literal('discard-draft') }),
  z.object({ action: z.literal('preview'), language: z.enum(LOCALES) }),
])

/** Entries of a board: list, one, save the text that is being written (`PATCH`), and what is done with it (`POST`). */
function entryRoutes(board: BoardName): Hono<AdminContext> {
  const routes = new Hono<AdminContext>()
  const entryOf = async (c: C, id: string) => {
    const { edition, revision, ...entry } = await readEntry(c.var.env.DB, c.var.scope, board, id)
    return { ...wireOfEntry(entry), basis: basisText({ edition, revision }) }
  }
  routes.get('/', forEachBrand, async (c) => {
    const { entries, ...place } = await listEntries(c.var.env.DB, c.var.scope, board, {
      ...entriesQuery.parse(c.req.query()),
      size: ENTRIES.listed,
    })
    return c.json({ data: { entries: entries.map(wireOfRow), ...place } })
  })
  routes.post('/', forEachBrand, async (c) => {
    const { id: _chosen, ...body } = await readWriting(c, anyBody)
    const { id, ...saved } = await commands['save-draft'].performFromClient(callOf(c), { ...body, board })
    return c.json({ data: { board_uuid: id, basis: basisText(saved) } }, 201)
  })
  routes.get('/:id', forEachBrand, async (c) => c.json({ data: await entryOf(c, idOf(c)) }))
  routes.patch('/:id', forEachBrand, async (c) => {
    const body = await readWriting(c, anyBody)
    const saved = await commands['save-draft'].performFromClient(callOf(c), { ...body, board, id: idOf(c) })
    return c.json({ data: { basis: basisText(saved) } })
  })
  routes.post('/:id', forEachBrand, async (c) => {
    const id = idOf(c)
    const asked = await readWriting(c, entryAction)
    if (asked.action === 'preview') {
      const { white_label } = await readEntry(c.var.env.DB, c.var.scope, board, id)
      const addresses = await commands.preview.perform(callOf(c), { board, id })
      const site = siteOf(c.req.url, brandIdOfLabel(white_label) ?? brandIdOf(c.var.scope))
      return c.json({ data: { address: site + addresses[asked.language] } })
    }
    if (asked.action === 'discard-draft') {
      await commands['discard-draft'].performFromClient(callOf(c), { ...asked, board, id })
      return c.body(null, 204)
    }
    await ENTRY_ACTIONS[asked.action].performFromClient(callOf(c), { ...asked, board, id })
    return c.json({ data: await entryOf(c, id) })
  })
  return routes
}

const categories = new Hono<AdminContext>()
categories.get('/', forEachBrand, async (c) =>
  c.json({ data: (await listCategories(c.var.env.DB, c.var.scope)).map(wireOfCategoryRow) }),
)
categories.post('/', async (c) => {
  const { id: _chosen, ...body } = await readWriting(c, anyBody)
  return c.json({ data: { sub_category_id: await commands['add-category'].performFromClient(callOf(c), body) } }, 201)
})
categories.patch('/:id', async (c) => {
  const body = await readWriting(c, anyBody)
  await commands['rename-category'].performFromClient(callOf(c), { ...body, id: c.req.param('id') })
  return c.body(null, 204)
})
categories.post('/:id', async (c) => {
  const asked = await readWriting(c, categoryAction)
  const id = c.req.param('id')
  if ('into' in asked) await commands['merge-category'].perform(callOf(c), { ...asked, id })
  else await commands['move-category'].perform(callOf(c), { ...asked, id })
  return c.body(null, 204)
})
categories.delete('/:id', async (c) => {
  await commands['remove-category'].perform(callOf(c), { id: c.req.param('id') })
  return c.body(null, 204)
})

const downloads = new Hono<AdminContext>()
downloads.get('/', forEachBrand, async (c) =>
  c.json({ data: (await listDownloads(c.var.env.DB, c.var.scope)).map(wireOfDownloadRow) }),
)
downloads.post('/', forEachBrand, async (c) => {
  const { id: _chosen, ...body } = await readWriting(c, anyBody)
  return c.json({ data: { download_id: await commands['add-download'].performFromClient(callOf(c), body) } }, 201)
})
downloads.patch('/:id', forEachBrand, async (c) => {
  const body = await readWriting(c, anyBody)
  await commands['change-download'].performFromClient(callOf(c), { ...body, id: c.req.param('id') })
  return c.body(null, 204)
})
downloads.delete('/:id', forEachBrand, async (c) => {
  await commands['delete-download'].perform(callOf(c), { id: c.req.param('id') })
  return c.body(null, 204)
})
downloads.post('/:id', forEachBrand, async (c) => {
  const asked = await readWriting(c, downloadAction)
  const id = c.req.param('id')
  if ('up' in asked) await commands['move-download'].perform(callOf(c), { ...asked, id })
  else if (asked.action === 'withdraw') await commands['withdraw-download'].perform(callOf(c), { id })
  else await commands['offer-download'].perform(callOf(c), { id })
  return c.body(null, 204)
})

/** The operator's API for what visitors read (docs/contract.md#9). */
export const publishingRoutes = new Hono<AdminContext>()
for (const board of BOARD_NAMES) publishingRoutes.route(`/${BOARDS[board].section}`, entryRoutes(board))
publishingRoutes.route('/categories', categories)
publishingRoutes.route('/downloads', downloads)
publishingRoutes.post('/files', forEachBrand, async (c) => {
  return c.json({ data: await postedFile(c) }, 201)
})
/** The HTML of a Markdown text, for the editor's preview. */
publishingRoutes.post('/markdown', forEachBrand, async (c) => {
  const { source } = await readWriting(c, markdownBody)
  const { DB } = c.var.env
  const html = renderMarkdown(source)
  const usable = await usableFiles(DB, c.var.scope, fileKeysIn(html))
  const sized = await withPictureSizes(DB, html, usable)
  return c.json({ data: { html: await withContentProofs(DB, c.env.visitor.brandId, sized, usable) } })
})

import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { BoardName } from '../../../functions/contract/board'
import { JSON_BYTES_MAX, MEGABYTE } from '../../../functions/contract/limits'
import { InvalidBodyError, NotFoundError } from '../../../functions/errors'
import { checkBody, readJson } from '../../../functions/http/json-body'
import type { AdminContext } from '../access/admission'
import {
  addCategory,
  categoryNames,
  listCategories,
  mergeCategory,
  moveCategory,
  removeCategory,
  renameCategory,
} from '../../../functions/commands/publishing/categories'
import { addContentFile } from '../../../functions/commands/publishing/content-files'
import {
  addDownload,
  changeDownload,
  downloadFields,
  listDownloads,
  moveDownload,
  offerDownloadAgain,
  withdrawDownload,
} from '../../../functions/commands/publishing/downloads'
import { bringBack, discardDraft, newEntryId, saveDraft } from '../../../functions/commands/publishing/drafts'
import { listEntries, readEntry } from '../../../functions/commands/publishing/entries'
import { basis, entryFields, entryId } from '../../../functions/commands/publishing/fields'
import { renderMarkdown } from '../../../functions/commands/publishing/markdown'
import { moveEntry, setPriority } from '../../../functions/commands/publishing/order'
import { previewAddress, previewToken } from '../../../functions/commands/publishing/preview'
import { publish, publishAgain, withdraw } from '../../../functions/commands/publishing/publication'

type C = Context<AdminContext>

/** What an operator writes is longer than any call of a visitor: both languages of an entry, escaped as JSON. */
const WRITING_BYTES_MAX = 4 * MEGABYTE
const readWriting = <S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> =>
  readJson(request, schema, WRITING_BYTES_MAX)

const idOf = (c: C): string => {
  const id = entryId.safeParse(c.req.param('id'))
  if (!id.success) throw new NotFoundError('There is no such entry.')
  return id.data
}
const basisText = ({ version, revision }: { version: number; revision: number }) => `${version}.${revision}`

const listQuery = z.object({
  state: z.enum(['draft', 'scheduled', 'published', 'withdrawn']).optional().catch(undefined),
  q: z.string().max(100).default('').catch(''),
  page: z.coerce.number().int().min(1).max(100_000).default(1).catch(1),
})
const save = entryFields.extend({ basis: basis.default({ version: 0, revision: 0 }) })
const action = z.discriminatedUnion('action', [
  z.object({ action: z.literal('publish'), basis, at: z.iso.datetime({ offset: true }).nullable().default(null) }),
  z.object({ action: z.literal('withdraw') }),
  z.object({ action: z.literal('publish-again') }),
  z.object({ action: z.literal('discard-draft') }),
  z.object({ action: z.literal('bring-back'), version: z.int().min(0), basis }),
  z.object({ action: z.literal('move'), up: z.boolean() }),
  z.object({ action: z.literal('priority'), priority: z.boolean() }),
  z.object({ action: z.literal('preview'), language: z.enum(['ko', 'en']) }),
])

/** Entries of a board: list, one, save the text that is being written (`PUT`), and what is done with it (`POST`). */
function entryRoutes(board: BoardName): Hono<AdminContext> {
  const routes = new Hono<AdminContext>()
  routes.get('/', async (c) =>
    c.json({ data: await listEntries(c.var.env, board, checkBody(c.req.query(), listQuery)) }),
  )
  routes.post('/', async (c) => {
    const { basis: based, ...fields } = await readWriting(c.req.raw, save)
    const id = newEntryId()
    const saved = await saveDraft(c.var.env, { actor: c.var.actor, board, id, fields, based })
    return c.json({ data: { board_uuid: id, basis: basisText(saved) } }, 201)
  })
  routes.get('/:id', async (c) => {
    const { version, revision, ...entry } = await readEntry(c.var.env, idOf(c))
    return c.json({ data: { ...entry, basis: basisText({ version, revision }) } })
  })
  routes.patch('/:id', async (c) => {
    const { basis: based, ...fields } = await readWriting(c.req.raw, save)
    const saved = await saveDraft(c.var.env, { actor: c.var.actor, board, id: idOf(c), fields, based })
    return c.json({ data: { basis: basisText(saved) } })
  })
  routes.post('/:id', async (c) => {
    const { env, actor } = c.var
    const id = idOf(c)
    const asked = await readWriting(c.req.raw, action)
    switch (asked.action) {
      case 'publish':
        await publish(env, { actor, id, based: asked.basis, at: asked.at === null ? null : new Date(asked.at) })
        break
      case 'withdraw':
        await withdraw(env, actor, id)
        break
      case 'publish-again':
        await publishAgain(env, actor, id)
        break
      case 'discard-draft':
        await discardDraft(env, actor, id)
        return c.body(null, 204)
      case 'bring-back':
        await bringBack(env, { actor, id, version: asked.version, based: asked.basis })
        break
      case 'move':
        await moveEntry(env, { actor, board, id, up: asked.up })
        break
      case 'priority':
        await setPriority(env, { actor, id, priority: asked.priority })
        break
      case 'preview': {
        const token = await previewToken(env, id, asked.language)
        return c.json({ data: { address: previewAddress(board, id, asked.language, token) } })
      }
    }
    const { version, revision, ...entry } = await readEntry(env, id)
    return c.json({ data: { ...entry, basis: basisText({ version, revision }) } })
  })
  return routes
}

const categories = new Hono<AdminContext>()
const board = z.enum(['notice', 'faq'])
categories.get('/', async (c) => c.json({ data: await listCategories(c.var.env) }))
categories.post('/', async (c) => {
  const { board: name, ...names } = await readWriting(c.req.raw, categoryNames.extend({ board }))
  return c.json({ data: { sub_category_id: await addCategory(c.var.env, c.var.actor, name, names) } }, 201)
})
categories.patch('/:id', async (c) => {
  await renameCategory(c.var.env, c.var.actor, c.req.param('id'), await readWriting(c.req.raw, categoryNames))
  return c.body(null, 204)
})
categories.post('/:id', async (c) => {
  const asked = await readWriting(c.req.raw, z.union([z.object({ into: z.string() }), z.object({ up: z.boolean() })]))
  if ('into' in asked) await mergeCategory(c.var.env, c.var.actor, c.req.param('id'), asked.into)
  else await moveCategory(c.var.env, c.var.actor, c.req.param('id'), asked.up)
  return c.body(null, 204)
})
categories.delete('/:id', async (c) => {
  await removeCategory(c.var.env, c.var.actor, c.req.param('id'))
  return c.body(null, 204)
})

const downloads = new Hono<AdminContext>()
downloads.get('/', async (c) => c.json({ data: await listDownloads(c.var.env) }))
downloads.post('/', async (c) => {
  const { file_key, ...fields } = await readWriting(c.req.raw, downloadFields.safeExtend({ file_key: z.uuid() }))
  return c.json({ data: { download_id: await addDownload(c.var.env, c.var.actor, file_key, fields) } }, 201)
})
downloads.patch('/:id', async (c) => {
  const changed = downloadFields.safeExtend({ version: z.int(), file_key: z.uuid().nullable().default(null) })
  const { version, file_key: fileKey, ...fields } = await readWriting(c.req.raw, changed)
  await changeDownload(c.var.env, c.var.actor, { id: c.req.param('id'), version, fields, fileKey })
  return c.body(null, 204)
})
downloads.post('/:id', async (c) => {
  const asked = await readWriting(
    c.req.raw,
    z.union([z.object({ up: z.boolean() }), z.object({ action: z.enum(['withdraw', 'publish-again']) })]),
  )
  const { env, actor } = c.var
  const id = c.req.param('id')
  if ('up' in asked) await moveDownload(env, actor, id, asked.up)
  else if (asked.action === 'withdraw') await withdrawDownload(env, actor, id)
  else await offerDownloadAgain(env, actor, id)
  return c.body(null, 204)
})

/** The operator's API for what visitors read (docs/contract.md#9). */
export const publishingRoutes = new Hono<AdminContext>()
publishingRoutes.route('/notices', entryRoutes('notice'))
publishingRoutes.route('/faq', entryRoutes('faq'))
publishingRoutes.route('/categories', categories)
publishingRoutes.route('/downloads', downloads)
publishingRoutes.post('/files', async (c) => {
  const form = await c.req.raw.formData().catch(() => null)
  const file = form?.get('file')
  if (!(file instanceof File)) throw new InvalidBodyError([{ field: 'file', message: 'This field is required.' }])
  return c.json({ data: await addContentFile(c.var.env, c.var.actor, file) }, 201)
})
/** The HTML of a Markdown text, for the editor's preview. */
publishingRoutes.post('/markdown', async (c) => {
  const { source } = await readWriting(c.req.raw, z.object({ source: z.string().max(MEGABYTE + JSON_BYTES_MAX) }))
  return c.json({ data: { html: renderMarkdown(source) } })
})

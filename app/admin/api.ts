import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { checkBody, readJson } from '../../functions/http/json-body'
import { allowedMethods } from '../../functions/middleware/allowed-methods'
import { answerError, answerNotFound } from '../../functions/middleware/answer-error'
import { drainRejected } from '../../functions/middleware/drain-rejected'
import { responseHeaders } from '../../functions/middleware/response-headers'
import { settings } from '../../functions/middleware/settings'
import { admission, type AdminContext, forEachBrand, requireScopedRoute } from './access/admission'
import { inquiryFilters } from '../../functions/contract/inquiry-filters'
import { fileResponse } from '../../functions/inquiries/files'
import { FOUND_MAX } from '../../functions/database/inquiry-search'
import { countArrivals } from '../../functions/database/inquiry-counts'
import { readLog } from '../../functions/database/admin-log'
import { maintenanceFields } from '../../functions/contract/maintenance'
import { readMaintenanceEntry } from '../../functions/commands/maintenance'
import { doWithSeveral } from '../../functions/commands/inquiries/several'
import { savedAnswers } from '../../functions/database/saved-answer'
import { commands } from '../../functions/commands/table'
import { admittedId } from '../../functions/conversation/quarantine'
import { callOf } from './command-call'
import { csvFile } from './inbox/csv-file'
import { logQuery } from './log/log-query'
import { readWhatWaits } from './overview/what-waits'
import { publishingRoutes } from './publishing/api'
import {
  againBody,
  answerBody,
  changeBody,
  draftBody,
  reminderBody,
  severalBody,
  shownQuery,
  textBody,
} from './request-bodies'

/** The operator's JSON API (docs/contract.md#9). The pages call the same functions in process. */
export const adminApi = new Hono<AdminContext>()

adminApi.use(responseHeaders, admission, allowedMethods(adminApi), drainRejected, requireScopedRoute, settings)

adminApi.get('/api/admin', forEachBrand, async (c) => c.json({ data: await readWhatWaits(c) }))

adminApi.get('/api/admin/openapi.json', forEachBrand, async (c) => {
  // Imported on first use.
  const [{ openApiOf }, { ADMIN_API }] = await Promise.all([
    import('../../functions/contract/openapi'),
    import('./api-calls'),
  ])
  return c.json(openApiOf('Admin API', ADMIN_API))
})

adminApi.delete('/api/admin/pause', async (c) => {
  await commands.resume.perform(callOf(c), {})
  return c.json({ data: null })
})

adminApi.get('/api/admin/inquiries', forEachBrand, async (c) =>
  c.json({ data: await commands.list.perform(callOf(c), inquiryFilters.parse(c.req.query())) }),
)

adminApi.get('/api/admin/inquiries.csv', forEachBrand, (c) =>
  csvFile(callOf(c), c.env.locale, inquiryFilters.parse(c.req.query())),
)

adminApi.post('/api/admin/inquiries', forEachBrand, async (c) => {
  const { action, receipts, shownAt } = await readJson(c.req.raw, severalBody)
  return c.json({ data: await doWithSeveral(callOf(c), action, receipts, shownAt) })
})

adminApi.get('/api/admin/arrivals', forEachBrand, async (c) => {
  const since = z.coerce.number().int().min(0).catch(Date.now()).parse(c.req.query('since'))
  const n = await countArrivals(c.var.env.DB, c.var.scope, since)
  return c.json({ data: { n: Math.min(n, FOUND_MAX), more: n > FOUND_MAX } })
})

adminApi.get('/api/admin/inquiries/:receipt', forEachBrand, async (c) => {
  const asked = { ...inquiryFilters.parse(c.req.query()), receipt: c.req.param('receipt') }
  const shown = await commands.show.perform(callOf(c), asked)
  const { references: _references, ...inquiry } = shown.inquiry
  return c.json({ data: { ...shown, inquiry } })
})

adminApi.get('/api/admin/inquiries/:receipt/files/:key', forEachBrand, async (c) =>
  fileResponse(await commands.download.perform(callOf(c), c.req.param())),
)

type Command = 'send-again' | 'mark-processed' | 'mark-spam' | 'undo-processed' | 'destroy'
const act = async (c: Context<AdminContext, '/api/admin/inquiries/:receipt'>, command: Command, shownAt?: string) => {
  await commands[command].perform(callOf(c), { receipt: c.req.param('receipt'), shownAt })
  return c.json({ data: { result: 'done' } })
}
adminApi.patch('/api/admin/inquiries/:receipt', forEachBrand, async (c) => {
  const { processed, spam, shownAt } = await readJson(c.req.raw, changeBody)
  return act(c, !processed ? 'undo-processed' : spam ? 'mark-spam' : 'mark-processed', shownAt)
})
adminApi.delete('/api/admin/inquiries/:receipt', forEachBrand, (c) =>
  act(c, 'destroy', checkBody(c.req.query(), shownQuery).shownAt),
)
adminApi.post('/api/admin/inquiries/:receipt/reminder', forEachBrand, async (c) => {
  const body = await readJson(c.req.raw, reminderBody)
  await commands.remind.perform(callOf(c), { ...body, receipt: c.req.param('receipt') })
  return c.json({ data: { result: 'done' } })
})
adminApi.post('/api/admin/inquiries/:receipt/send', forEachBrand, async (c) => act(c, 'send-again'))

adminApi.post('/api/admin/inquiries/:receipt/answers', forEachBrand, async (c) => {
  const body = await readJson(c.req.raw, answerBody)
  return c.json({ data: await commands.answer.perform(callOf(c), { ...body, receipt: c.req.param('receipt') }) }, 202)
})
adminApi.post('/api/admin/inquiries/:receipt/answers/:id/again', forEachBrand, async (c) => {
  const body = await readJson(c.req.raw, againBody)
  await commands['answer-again'].perform(callOf(c), { ...c.req.param(), ...body })
  return c.json({ data: { id: c.req.param('id'), state: 'waiting' } }, 202)
})
adminApi.post('/api/admin/inquiries/:receipt/replies/:id/admit', forEachBrand, async (c) => {
  const { receipt, id } = c.req.param()
  await commands['admit-reply'].perform(callOf(c), { receipt, id })
  return c.json({ data: { id: admittedId(receipt, id) } })
})
adminApi.post('/api/admin/inquiries/:receipt/draft', forEachBrand, async (c) => {
  const body = await readJson(c.req.raw, draftBody)
  await commands['save-answer-draft'].perform(callOf(c), { ...body, receipt: c.req.param('receipt') })
  return c.json({ data: null })
})
adminApi.post('/api/admin/inquiries/:receipt/claim', forEachBrand, async (c) => {
  await commands.claim.perform(callOf(c), { receipt: c.req.param('receipt') })
  return c.json({ data: { result: 'done' } })
})
adminApi.post('/api/admin/inquiries/:receipt/claim/end', forEachBrand, async (c) => {
  await commands['end-claim'].perform(callOf(c), { receipt: c.req.param('receipt') })
  return c.json({ data: { result: 'done' } })
})
adminApi.post('/api/admin/inquiries/:receipt/notes', forEachBrand, async (c) => {
  const { text } = await readJson(c.req.raw, textBody)
  return c.json({ data: await commands.note.perform(callOf(c), { text, receipt: c.req.param('receipt') }) }, 201)
})

adminApi.get('/api/admin/answers', forEachBrand, async (c) =>
  c.json({ data: await savedAnswers(c.var.env.DB, c.var.scope) }),
)
adminApi.post('/api/admin/answers', forEachBrand, async (c) => {
  const fields = await readJson(c.req.raw, z.unknown())
  return c.json({ data: await commands['add-saved-answer'].performFromClient(callOf(c), { fields }) }, 201)
})
adminApi.patch('/api/admin/answers/:id', forEachBrand, async (c) => {
  const { version, ...fields } = await readJson(c.req.raw, z.looseObject({ version: z.number() }))
  await commands['change-saved-answer'].performFromClient(callOf(c), { id: c.req.param('id'), version, fields })
  return c.json({ data: null })
})
adminApi.delete('/api/admin/answers/:id', forEachBrand, async (c) => {
  await commands['delete-saved-answer'].perform(callOf(c), { id: c.req.param('id') })
  return c.json({ data: null })
})

adminApi.get('/api/admin/maintenance', async (c) => {
  const entry = await readMaintenanceEntry(c.var.env.CACHE)
  const data = entry && 'maintenance' in entry ? { maintenance: maintenanceFields(entry.maintenance) } : entry
  return c.json({ data })
})
adminApi.post('/api/admin/maintenance', async (c) => {
  const maintenance = await commands['maintenance-on'].performFromClient(
    callOf(c),
    await readJson(c.req.raw, z.unknown()),
  )
  return c.json({ data: { maintenance: maintenanceFields(maintenance) } })
})
adminApi.delete('/api/admin/maintenance', async (c) => {
  await commands['maintenance-off'].perform(callOf(c), {})
  return c.json({ data: null })
})

adminApi.get('/api/admin/log', forEachBrand, async (c) => {
  const { before, reading, ...filters } = logQuery.parse(c.req.query())
  return c.json({ data: await readLog(c.var.env, c.var.scope, before, { ...filters, changes: reading === 'no' }) })
})

adminApi.route('/api/admin', publishingRoutes)

adminApi.notFound(answerNotFound)
adminApi.onError(answerError)

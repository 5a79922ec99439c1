import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { InvalidBodyError } from '../../functions/errors'
import { readJson } from '../../functions/http/json-body'
import { allowedMethods } from '../../functions/middleware/allowed-methods'
import { answerError, answerNotFound } from '../../functions/middleware/answer-error'
import { drainRejected } from '../../functions/middleware/drain-rejected'
import { responseHeaders } from '../../functions/middleware/response-headers'
import { settings } from '../../functions/middleware/settings'
import { actOn, type InquiryAction, type Operator } from '../../functions/admin/actions'
import { admission, type AdminContext } from './access/admission'
import { exportCsv } from '../../functions/admin/export'
import { fileResponse } from '../../functions/admin/files'
import { inboxFilters } from '../../functions/admin/inbox'
import { readLog } from '../../functions/database/admin-log'
import { downloadFile, showInquiry, showList } from '../../functions/admin/logged-reading'
import { readMaintenance } from '../../functions/commands/maintenance'
import { commands } from '../../functions/commands/table'
import { callOf } from './call'
import { readWhatWaits } from './overview/what-waits'
import { publishingRoutes } from './publishing/api'

/** The operator's JSON API (docs/contract.md#9). The pages call the same functions in process. */
export const adminApi = new Hono<AdminContext>()

const operatorOf = (c: Context<AdminContext>): Operator => ({
  actor: c.var.actor,
  requestId: c.env.visitor.requestId,
})

adminApi.use(responseHeaders, admission, allowedMethods(adminApi), settings)

adminApi.get('/api/admin', async (c) => c.json({ data: await readWhatWaits(c) }))

adminApi.get('/api/admin/inquiries', async (c) =>
  c.json({ data: await showList(c.var.env, inboxFilters.parse(c.req.query()), operatorOf(c)) }),
)

adminApi.get('/api/admin/inquiries.csv', (c) => exportCsv(c.var.env, inboxFilters.parse(c.req.query()), operatorOf(c)))

adminApi.get('/api/admin/inquiries/:receipt', async (c) => {
  const shown = await showInquiry(c.var.env, c.req.param('receipt'), inboxFilters.parse(c.req.query()), operatorOf(c))
  const { call: _call, files: _source, ...inquiry } = shown.inquiry
  return c.json({ data: { ...shown, inquiry } })
})

adminApi.get('/api/admin/inquiries/:receipt/files/:key', async (c) =>
  fileResponse(await downloadFile(c.var.env, c.req.param('receipt'), c.req.param('key'), operatorOf(c))),
)

const act = async (c: Context<AdminContext, '/api/admin/inquiries/:receipt'>, action: InquiryAction) => {
  const result = await actOn(c.var.env, c.req.param('receipt'), action, operatorOf(c))
  if (result === 'impossible')
    throw new InvalidBodyError([{ field: 'action', message: 'The state of the inquiry does not allow this.' }])
  return c.json({ data: { result } })
}
adminApi.patch('/api/admin/inquiries/:receipt', drainRejected, async (c) => {
  const { processed } = await readJson(c.req.raw, z.strictObject({ processed: z.boolean() }))
  return act(c, processed ? 'mark-processed' : 'undo-processed')
})
adminApi.delete('/api/admin/inquiries/:receipt', (c) => act(c, 'destroy'))
adminApi.post('/api/admin/inquiries/:receipt/send', async (c) => act(c, 'send-again'))

adminApi.get('/api/admin/maintenance', async (c) => c.json({ data: await readMaintenance(c.var.env.CACHE) }))
adminApi.post('/api/admin/maintenance', drainRejected, async (c) => {
  const maintenance = await commands['maintenance-on'].performBody(callOf(c), await readJson(c.req.raw, z.unknown()))
  return c.json({ data: { maintenance } })
})
adminApi.delete('/api/admin/maintenance', async (c) => {
  await commands['maintenance-off'].perform(callOf(c), {})
  return c.json({ data: null })
})

adminApi.get('/api/admin/log', async (c) => {
  const before = z.coerce.number().int().positive().optional().catch(undefined).parse(c.req.query('before'))
  return c.json({ data: await readLog(c.var.env, before) })
})

adminApi.route('/api/admin', publishingRoutes)

adminApi.notFound(answerNotFound)
adminApi.onError(answerError)

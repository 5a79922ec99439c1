import { Hono } from 'hono'
import { z } from 'zod'
import { allowedMethods } from '../middleware/allowed-methods.ts'
import { answerError, answerNotFound } from '../middleware/answer-error.ts'
import { responseHeaders } from '../middleware/response-headers.ts'
import { settings } from '../middleware/settings.ts'
import { admission, type AdminContext } from './admission.ts'
import { readLog } from './log.ts'
import { publishingRoutes } from './publishing/routes.ts'

/** The operator's JSON API (docs/contract.md#9). The pages call the same functions in process. */
export const adminApi = new Hono<AdminContext>()

adminApi.use(responseHeaders, admission, allowedMethods(adminApi), settings)

adminApi.get('/api/admin/log', async (c) => {
  const before = z.coerce.number().int().positive().optional().catch(undefined).parse(c.req.query('before'))
  return c.json({ data: await readLog(c.var.env, before) })
})

adminApi.route('/api/admin', publishingRoutes)

adminApi.notFound(answerNotFound)
adminApi.onError(answerError)

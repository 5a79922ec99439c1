import { Hono } from 'hono'
import { allowedMethods } from './middleware/allowed-methods.ts'
import { answerError, answerNotFound } from './middleware/answer-error.ts'
import type { ApiVisitor } from './contract/api-visitor.ts'
import type { ApiContext } from './middleware/api-context.ts'
import { drainRejected } from './middleware/drain-rejected.ts'
import { csrf } from './middleware/csrf.ts'
import { inquiryRateLimit } from './middleware/rate-limit.ts'
import { responseHeaders } from './middleware/response-headers.ts'
import { settings } from './middleware/settings.ts'
import { selectDetail, selectList, selectSubCategory } from './routes/board.ts'
import { readFile, selectFiles, uploadFiles } from './routes/file.ts'
import { healthz, readyz } from './routes/health.ts'
import { postInquiry, readReceipt } from './routes/inquiry.ts'

export { Outbox } from './outbox/outbox.ts'
export { runScheduled } from './retention/run-scheduled.ts'
export { submitForm } from './inquiry/submit-form.ts'

const api = new Hono<ApiContext>()

api.use(responseHeaders, allowedMethods(api))
api.get('/healthz', healthz)
api.get('/readyz', readyz)

// `settings` runs per route, so that 404 and 405 do not depend on valid settings.
api.post('/api/board/selectList', settings, drainRejected, selectList)
api.post('/api/board/selectSubCategory', settings, drainRejected, selectSubCategory)
api.post('/api/board/selectDetail', settings, drainRejected, selectDetail)
api.post('/api/board/inquiry', settings, drainRejected, csrf, inquiryRateLimit, postInquiry)
api.get('/api/board/inquiry/:receipt', settings, readReceipt)
api.post('/api/file/upload', settings, drainRejected, csrf, uploadFiles)
api.post('/api/file/select', settings, drainRejected, selectFiles)
api.get('/api/file/read/:fileKey/download', settings, readFile)

api.notFound(answerNotFound)
api.onError(answerError)

/**
 * Answers one request to `/api/*`, `/healthz` or `/readyz`, from the network or in process.
 * Never throws: every failure is a problem answer (RFC 9457).
 * @param raw the Worker's env as the runtime gives it.
 */
export async function callApi(
  request: Request,
  raw: object,
  visitor: ApiVisitor,
  ctx: ExecutionContext,
): Promise<Response> {
  return api.fetch(request, { raw, visitor, ctx }, ctx)
}

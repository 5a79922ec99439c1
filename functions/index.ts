import { Hono } from 'hono'
import type { ApiContext, ApiVisitor } from './middleware/api-context.ts'
import { answerError, answerNotFound } from './middleware/answer-error.ts'
import { jsonLimit } from './middleware/body-limit.ts'
import { csrf } from './middleware/csrf.ts'
import { allowedMethods } from './middleware/methods.ts'
import { inquiryRateLimit } from './middleware/rate-limit.ts'
import { readRefused } from './middleware/read-refused.ts'
import { requestId } from './middleware/request-id.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { settings } from './middleware/settings.ts'
import { selectDetail, selectList, selectSubCategory } from './routes/board.ts'
import { readFile, selectFiles, uploadFiles } from './routes/file.ts'
import { healthz, readyz } from './routes/health.ts'
import { postInquiry, readReceipt } from './routes/inquiry.ts'

export type { ApiVisitor } from './middleware/api-context.ts'
export { Outbox } from './outbox/outbox.ts'
export { runScheduled } from './retention/run-scheduled.ts'
export { submitForm } from './inquiry/submit-form.ts'

const api = new Hono<ApiContext>()

api.use(requestId, securityHeaders, allowedMethods(api))
api.get('/healthz', healthz)
api.get('/readyz', readyz)

// Settings come after the path and the method: what is no call at all is told so whatever they are.
api.post('/api/board/selectList', settings, jsonLimit, selectList)
api.post('/api/board/selectSubCategory', settings, jsonLimit, selectSubCategory)
api.post('/api/board/selectDetail', settings, jsonLimit, selectDetail)
api.post('/api/board/inquiry', settings, csrf, inquiryRateLimit, jsonLimit, postInquiry)
api.get('/api/board/inquiry/:receipt', settings, readReceipt)
api.post('/api/file/upload', settings, readRefused, csrf, uploadFiles)
api.post('/api/file/select', settings, jsonLimit, selectFiles)
api.get('/api/file/read/:fileKey/download', settings, readFile)

api.notFound(answerNotFound)
api.onError(answerError)

/**
 * The edge's API over one request: `/api/*`, `/healthz`, `/readyz`. The only door, from the network and in process.
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

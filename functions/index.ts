import { Hono } from 'hono'
import { parseEnv, partOf } from './env.ts'
import type { BoardDetail } from './contract/board.ts'
import type { PreviewAsked } from './publishing/preview-addresses.ts'
import type { IncomingMail } from './conversation/receive-reply.ts'
import { allowedMethods } from './middleware/allowed-methods.ts'
import { answerError, answerNotFound } from './middleware/answer-error.ts'
import type { ApiVisitor } from './contract/api-visitor.ts'
import type { ApiContext } from './middleware/api-context.ts'
import { drainRejected } from './middleware/drain-rejected.ts'
import { csrf } from './middleware/csrf.ts'
import { inquiryRateLimit, readRateLimit } from './middleware/rate-limit.ts'
import { responseHeaders } from './middleware/response-headers.ts'
import { settings } from './middleware/settings.ts'
import { selectDetail, selectList, selectSubCategory } from './routes/board.ts'
import { readContent } from './routes/content.ts'
import { listDownloads } from './routes/downloads.ts'
import { readFile, selectFiles, uploadFiles } from './routes/file.ts'
import { healthz, readyz } from './routes/health.ts'
import { answerReceipt, postInquiry } from './routes/inquiry.ts'
import { readOpenApi } from './routes/openapi.ts'

export { CommandLine } from './commands/typed-commands.ts'
export { withDeadlines } from './deadlines/bindings.ts'
export { pageCall } from './calls/visitor-call.ts'
export { mayRead } from './middleware/rate-limit.ts'
export { runScheduled } from './scheduled/run-scheduled.ts'
export { contentVersion } from './lists/content-version.ts'
export { acceptPostedForm } from './inquiries/accept-posted-form.ts'
export { readReceipt } from './inquiries/receipt.ts'

/** The setting TURNSTILE_SITE_KEYS; null where Turnstile is off because one of its settings is faulty. */
export const turnstileSiteKeys = (raw: object): string | null => partOf(raw, 'Turnstile')?.TURNSTILE_SITE_KEYS ?? null

const api = new Hono<ApiContext>()

api.use(responseHeaders, allowedMethods(api))
api.get('/healthz', healthz)
api.get('/readyz', readyz)
api.get('/api/openapi.json', readOpenApi)

// `settings` runs per route, so that 404 and 405 do not depend on valid settings.
api.post('/api/board/selectList', settings, readRateLimit(), drainRejected, selectList)
api.post('/api/board/selectSubCategory', settings, readRateLimit(), drainRejected, selectSubCategory)
api.post('/api/board/selectDetail', settings, readRateLimit(), drainRejected, selectDetail)
api.post('/api/board/inquiry', settings, drainRejected, csrf, inquiryRateLimit, postInquiry)
api.get('/api/board/inquiry/:receipt', settings, readRateLimit('receipt '), answerReceipt)
api.get('/content/downloads', settings, readRateLimit(), listDownloads)
api.get('/content/:key/:name', settings, readRateLimit(), readContent)
api.post('/api/file/upload', settings, drainRejected, csrf, uploadFiles)
api.post('/api/file/select', settings, readRateLimit(), drainRejected, selectFiles)
api.get('/api/file/read/:fileKey/download', settings, readRateLimit(), readFile)

api.notFound(answerNotFound)
api.onError(answerError)

/** Takes a reply of a visitor, see functions/conversation/receive-reply.ts. */
export async function receiveMail(raw: object, mail: IncomingMail): Promise<void> {
  // Imported on first use: visitors do not need it.
  const { receiveMail: receive } = await import('./conversation/receive-reply.ts')
  await receive(raw, mail)
}

/** Takes what became of mails, see functions/conversation/mail-events.ts. */
export async function receiveMailEvents(raw: object, batch: MessageBatch): Promise<void> {
  const { receiveMailEvents: receive } = await import('./conversation/mail-events.ts')
  await receive(raw, batch)
}

/** The entry behind a preview address, or null; see functions/publishing/preview-addresses.ts. */
export async function readPreview(raw: object, asked: PreviewAsked): Promise<BoardDetail | null> {
  // Imported on first use: visitors do not need it.
  const { readPreview: read } = await import('./publishing/preview-addresses.ts')
  return read(parseEnv(raw), asked)
}

/**
 * Answers one request to `/api/*`, `/content/*`, `/healthz` or `/readyz`.
 * Never throws: every failure is a problem answer (RFC 9457).
 * @param raw the Worker's env as the runtime gives it.
 */
export async function answerApi(
  request: Request,
  raw: object,
  visitor: ApiVisitor,
  ctx: ExecutionContext,
): Promise<Response> {
  return api.fetch(request, { raw, visitor, ctx }, ctx)
}

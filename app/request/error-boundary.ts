import { logFailure } from '../../functions/log'
import { fallbackResponse } from '../render/fallback-page'
import { pageResponse } from './page-response'
import { resolveVisitor } from './resolve-visitor'

/** Answers one request; `requestId` is in the response and in every log line about the request. */
export type Handler<Env> = (request: Request, env: Env, ctx: ExecutionContext, requestId: string) => Promise<Response>

/** Turns whatever `handler` throws into the fallback page with status 500 and one log line. */
export function withErrorBoundary<Env>(
  handler: Handler<Env>,
): (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response> {
  return async (request, env, ctx) => {
    const requestId = crypto.randomUUID()
    try {
      return await handler(request, env, ctx, requestId)
    } catch (error) {
      // A path may hold a receipt or a file's key, so the log has only its first part.
      const path = `/${new URL(request.url).pathname.split('/')[1] === 'api' ? 'api/' : ''}*`
      logFailure('error', { requestId, method: request.method, path, code: 'unhandled' }, error)
      const page = await fallbackResponse(resolveVisitor(request, '', requestId).page, 500)
      return pageResponse(page, request, requestId)
    }
  }
}

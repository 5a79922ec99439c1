import { pageBrand } from '../brand/brands.server'
import { lastResortPage } from '../render/fallback-page'
import { pageResponse } from './page-response'
import { contentSecurityPolicy } from '../render/security-policy'
import { resolveVisitor } from './visitor'

/** Answers one request; `requestId` stands on the answer and in every line of the log about it. */
export type Answer<Env> = (request: Request, env: Env, ctx: ExecutionContext, requestId: string) => Promise<Response>

/**
 * A front door that never falls: whatever it throws becomes a page with status 500 and one line in the log, both with the
 * request's id. Of the failure itself only its class and the places it passed through are written, for its sentence may quote the visitor.
 */
export function guarded<Env>(
  answer: Answer<Env>,
): (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response> {
  return async (request, env, ctx) => {
    const requestId = crypto.randomUUID()
    try {
      return await answer(request, env, ctx, requestId)
    } catch (error) {
      const { name, stack = '' } = error instanceof Error ? error : { name: typeof error }
      const frames = stack
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line.startsWith('at '))
        .slice(0, 8)
      console.error(
        JSON.stringify({
          level: 'error',
          request_id: requestId,
          code: 'front-door',
          method: request.method,
          path: new URL(request.url).pathname,
          error: name,
          stack: frames,
        }),
      )
      const { brand, locale } = resolveVisitor(request)
      const html = lastResortPage({ brand: pageBrand(brand, locale), locale })
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': await contentSecurityPolicy(html),
      }
      return pageResponse(new Response(html, { status: 500, headers }), request, requestId)
    }
  }
}

import type { MiddlewareHandler } from 'hono'
import { CSRF_COOKIE, CSRF_HEADER } from '../contract/csrf.ts'
import { CsrfError } from '../errors.ts'
import type { ApiContext } from './api-context.ts'

/** Whether `Origin` or `Sec-Fetch-Site` says that the request comes from another origin. */
export function comesFromElsewhere(request: Request): boolean {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  return (origin !== null && origin !== new URL(request.url).origin) || (site !== null && site !== 'same-origin')
}

/** Whether `Origin` or `Sec-Fetch-Site` proves that the request comes from the same origin: what a plain form needs. */
export function comesFromOwnPage(request: Request): boolean {
  return !comesFromElsewhere(request) && (request.headers.has('origin') || request.headers.has('sec-fetch-site'))
}

/**
 * Rejects a call without CSRF proof (docs/contract.md#5): same origin, and the cookie's token in the header.
 * `hono/csrf` checks neither JSON calls nor tokens. @throws CsrfError
 */
export const csrf: MiddlewareHandler<ApiContext> = async (c, next) => {
  if (comesFromElsewhere(c.req.raw)) throw new CsrfError('The request came from another origin.')
  const cookie = c.env.visitor.csrfToken ?? ''
  const header = c.req.header(CSRF_HEADER) ?? ''
  // Both come from the same client, so that the time of the comparison tells nobody anything.
  if (cookie === '' || cookie !== header)
    throw new CsrfError(`The header ${CSRF_HEADER} does not repeat the cookie ${CSRF_COOKIE}.`)
  await next()
}

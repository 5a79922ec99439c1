import type { MiddlewareHandler } from 'hono'
import { comesFromElsewhere, CSRF_COOKIE, CSRF_HEADER } from '../contract/csrf.ts'
import { CsrfError } from '../errors.ts'
import type { ApiContext } from './api-context.ts'

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

import type { MiddlewareHandler } from 'hono'
import { parse } from 'hono/utils/cookie'
import { timingSafeEqual } from 'hono/utils/buffer'
import type { ApiContext } from './api-context.ts'
import { CsrfError } from '../errors.ts'

export const CSRF_COOKIE = 'XSRF-TOKEN'
export const CSRF_HEADER = 'X-XSRF-TOKEN'

/** Whether the browser says that a request came from another origin than its own target (`Origin`, `Sec-Fetch-Site`). */
export function comesFromElsewhere(request: Request): boolean {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  return (origin !== null && origin !== new URL(request.url).origin) || (site !== null && site !== 'same-origin')
}

/** Whether the browser says that a request came from a page of its own target's origin: the proof of a plain form (contract: CSRF). */
export function comesFromOwnPage(request: Request): boolean {
  return !comesFromElsewhere(request) && (request.headers.has('origin') || request.headers.has('sec-fetch-site'))
}

/** Refuses a call without CSRF proof: the cookie must come back as the header, and from the own origin (contract: CSRF). @throws CsrfError */
export const csrf: MiddlewareHandler<ApiContext> = async (c, next) => {
  if (comesFromElsewhere(c.req.raw)) throw new CsrfError('The request came from another origin.')
  const cookie = parse(c.req.header('cookie') ?? '', CSRF_COOKIE)[CSRF_COOKIE] ?? ''
  const header = c.req.header(CSRF_HEADER) ?? ''
  if (cookie === '' || !(await timingSafeEqual(cookie, header))) {
    throw new CsrfError(`The header ${CSRF_HEADER} does not repeat the cookie ${CSRF_COOKIE}.`)
  }
  await next()
}

import { parse } from 'hono/utils/cookie'
import { validate, version } from 'uuid'
import { CSRF_COOKIE } from '../contract/csrf.ts'
import { HUMAN_MS_MIN } from '../contract/limits.ts'

/** Clocks of two data centres may differ by this much; what lies further ahead was not made by us. */
const SKEW_MS = 1000

/** When the edge gave out a CSRF token, in ms since epoch: a UUID of version 7 begins with it. Null for any other token. */
export function issuedAt(token: string): number | null {
  if (!validate(token) || version(token) !== 7) return null
  return Number.parseInt(token.replaceAll('-', '').slice(0, 12), 16)
}

/**
 * Whether a request comes sooner after its browser's first form page than a person could fill one in (decision 015).
 * The token stays for the whole visit, so a second try, a second form or a page from the cache is never hasty; neither is a
 * request whose token tells no time.
 */
export function isHasty(request: Request, now: number = Date.now()): boolean {
  const issued = issuedAt(parse(request.headers.get('cookie') ?? '', CSRF_COOKIE)[CSRF_COOKIE] ?? '')
  return issued !== null && now - issued < HUMAN_MS_MIN && now - issued > -SKEW_MS
}

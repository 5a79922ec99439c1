import { timingSafeEqual } from 'hono/utils/buffer'
import { brands, scopeOf } from '../../../functions/brand/hosts'
import { brandToken } from '../../../functions/contract/brand-token'
import { ALL_BRANDS, brandIdOf, type Scope } from '../../../functions/contract/scope'
import { parseSigned, serialize, serializeSigned } from 'hono/utils/cookie'

const COOKIE = 'admin'
/** Where the form that ends the session posts to. */
export const SIGN_OUT_PATH = '/admin/sign-out'
const SESSION_SECONDS = 12 * 3600

/** Whether a host is this machine itself: `localhost`, a name below it, 127.0.0.0/8 or ::1 (RFC 6761). */
export const isLoopback = (hostname: string): boolean =>
  /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname)

/**
 * Whose link a token is of: the token of this start, or one that is made from it for a brand; null for everything else, and on a host that is
 * not this machine.
 */
export async function scopeOfToken(request: Request, shown: string, token: string): Promise<Scope | null> {
  if (!isLoopback(new URL(request.url).hostname)) return null
  if (await timingSafeEqual(shown, token)) return ALL_BRANDS
  for (const { id } of brands) if (await timingSafeEqual(shown, await brandToken(token, id))) return scopeOf(id) ?? null
  return null
}

/**
 * The `Set-Cookie` value of a session. The cookie holds its expiry and its brand, signed with the token, so that it ends with the start and
 * nobody changes the brand.
 */
export function sessionCookie(request: Request, scope: Scope, token: string, now = Date.now()): Promise<string> {
  const brandId = brandIdOf(scope)
  const expiry = String(now + SESSION_SECONDS * 1000)
  const secure = request.url.startsWith('https:')
  return serializeSigned(COOKIE, brandId === null ? expiry : `${expiry} ${brandId}`, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: SESSION_SECONDS,
    secure,
  })
}

/** For which brand the unexpired cookie of the request is, signed with this token; null where it has none. */
export async function sessionScope(request: Request, token: string, now = Date.now()): Promise<Scope | null> {
  const cookies = await parseSigned(request.headers.get('cookie') ?? '', token, COOKIE)
  const value = cookies[COOKIE]
  const [, expiry, brandId] = (typeof value === 'string' && /^(\d+)(?: ([a-z][a-z0-9-]*))?$/.exec(value)) || []
  if (expiry === undefined || Number(expiry) <= now) return null
  return brandId === undefined ? ALL_BRANDS : (scopeOf(brandId) ?? null)
}

/** The `Set-Cookie` value that ends the session in this browser. */
export const endedSession = (request: Request): string =>
  serialize(COOKIE, '', {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: 0,
    secure: request.url.startsWith('https:'),
  })

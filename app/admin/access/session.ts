import { timingSafeEqual } from 'hono/utils/buffer'
import { parseSigned, serialize, serializeSigned } from 'hono/utils/cookie'

const COOKIE = 'admin'
/** Where the form that ends the session posts to. */
export const SIGN_OUT_PATH = '/admin/sign-out'
const SESSION_SECONDS = 12 * 3600

/** Whether a request comes to this machine itself: `localhost`, a name below it, 127.0.0.0/8 or ::1 (RFC 6761). */
export function isLoopback(request: Request): boolean {
  const { hostname } = new URL(request.url)
  return /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname)
}

/**
 * The `Set-Cookie` value for whoever shows the token of this start on a loopback host; null for everybody else. The cookie holds its
 * expiry, signed with the token, so that it ends with the start.
 */
export async function sessionCookie(
  request: Request,
  shown: string,
  token: string,
  now = Date.now(),
): Promise<string | null> {
  if (!isLoopback(request) || !(await timingSafeEqual(shown, token))) return null
  const expiry = String(now + SESSION_SECONDS * 1000)
  const secure = request.url.startsWith('https:')
  return serializeSigned(COOKIE, expiry, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: SESSION_SECONDS,
    secure,
  })
}

/** Whether the request carries an unexpired cookie signed with this token. */
export async function hasSession(request: Request, token: string, now = Date.now()): Promise<boolean> {
  const cookies = await parseSigned(request.headers.get('cookie') ?? '', token, COOKIE)
  const expiry = cookies[COOKIE]
  return typeof expiry === 'string' && Number(expiry) > now
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

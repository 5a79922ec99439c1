import { parse } from 'hono/utils/cookie'
import { v7 } from 'uuid'
import { CSRF_COOKIE } from '../../functions/contract/csrf'
import { formOn } from '../urls/form-paths'

const TOKEN = /^[0-9a-f-]{36}$/

/**
 * The `Set-Cookie` of a page that holds a form and whose visitor has no token yet; else null (contract: Cookies).
 * A UUID of version 7 begins with the time it was made at: the edge knows from it how long a visitor has had the form (decision 015).
 */
export function csrfCookie(request: Request, path: string): string | null {
  if (!formOn(path)) return null
  const known = parse(request.headers.get('cookie') ?? '', CSRF_COOKIE)[CSRF_COOKIE]
  if (known !== undefined && TOKEN.test(known)) return null
  const secure = request.url.startsWith('https:') ? '; Secure' : ''
  return `${CSRF_COOKIE}=${v7()}; Path=/; SameSite=Lax${secure}`
}

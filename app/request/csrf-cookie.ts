import { v7 } from 'uuid'
import { CSRF_COOKIE } from '../../functions/contract/csrf'
import { formOn } from '../urls/form-paths'

const TOKEN = /^[0-9a-f-]{36}$/

/**
 * The `Set-Cookie` value for a page with a form whose visitor has no token yet; else null (docs/contract.md#7).
 * The token is a UUID of version 7, which begins with its time of creation: the API derives from it how long the
 * visitor has had the form (decision 015).
 * @param token the one that the visitor has
 */
export function csrfCookie(request: Request, path: string, token: string | null): string | null {
  if (!formOn(path) || (token !== null && TOKEN.test(token))) return null
  const secure = request.url.startsWith('https:') ? '; Secure' : ''
  return `${CSRF_COOKIE}=${v7()}; Path=/; SameSite=Lax${secure}`
}

import { hstsOf } from '../../functions/brand/hsts'
import { matchesEtag } from '../../functions/contract/conditional-request'
import { NO_PAGE_POLICY, SECURITY_HEADERS } from '../render/security-policy'

/** A response, or the parts of one. */
export interface Answer {
  status: number
  headers: Headers
  body: BodyInit | null
}

/** Completes everything that is not an API answer: security headers, request id, caching, revalidation, HEAD. */
export function pageResponse(answer: Answer, request: Request, requestId: string): Response {
  const headers = answer instanceof Response ? new Headers(answer.headers) : answer.headers
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value)
  const hsts = hstsOf(request.url)
  if (hsts !== null) headers.set('strict-transport-security', hsts)
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_PAGE_POLICY)
  headers.set('x-request-id', requestId)
  if (!headers.has('cache-control')) {
    // A page depends on host, cookies and language, so no shared cache may keep it.
    headers.set('cache-control', 'private, no-cache')
    headers.set('vary', 'Cookie, Accept-Language')
  }
  if (answer.status === 200 && matchesEtag(request.headers.get('if-none-match'), headers.get('etag'))) {
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
  return new Response(request.method === 'HEAD' ? null : answer.body, { status: answer.status, headers })
}

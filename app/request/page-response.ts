import { NO_PAGE_POLICY, pageSecurityHeaders } from '../render/security-policy'

/** What is to be answered: a response, or the parts of one that nobody has made yet. */
export interface Answer {
  status: number
  headers: Headers
  body: BodyInit | null
}

/** The last touch to everything the front door answers: security headers, request id, revalidation, HEAD. */
export function pageResponse(answer: Answer, request: Request, requestId: string): Response {
  const headers = answer instanceof Response ? new Headers(answer.headers) : answer.headers
  const fixed = request.url.startsWith('https:') ? securely : plainly
  for (const [name, value] of fixed) headers.set(name, value)
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_PAGE_POLICY)
  headers.set('x-request-id', requestId)
  if (!headers.has('cache-control')) {
    // The same address reads differently by host, cookie and language, so only the edge may keep it.
    headers.set('cache-control', 'private, no-cache')
    headers.set('vary', 'Cookie, Accept-Language')
  }
  if (answer.status === 200 && isKnown(request.headers.get('if-none-match'), headers.get('etag'))) {
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
  return new Response(request.method === 'HEAD' ? null : answer.body, { status: answer.status, headers })
}

const plainly = Object.entries(pageSecurityHeaders(false))
const securely = Object.entries(pageSecurityHeaders(true))

/** `If-None-Match` compares weakly (RFC 9110, 13.1.2): a proxy that compresses may have marked our tag as weak. */
function isKnown(ifNoneMatch: string | null, etag: string | null): boolean {
  if (ifNoneMatch === null || etag === null) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

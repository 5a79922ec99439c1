import { NO_PAGE_POLICY, pageSecurityHeaders } from './page-security'

/** The last touch to everything the front door answers: security headers, request id, revalidation, HEAD. */
export function pageResponse(answer: Response, request: Request, requestId: string): Response {
  const headers = new Headers(answer.headers)
  for (const [name, value] of Object.entries(pageSecurityHeaders(new URL(request.url).protocol === 'https:'))) headers.set(name, value)
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

/** `If-None-Match` compares weakly (RFC 9110, 13.1.2): a proxy that compresses may have marked our tag as weak. */
function isKnown(ifNoneMatch: string | null, etag: string | null): boolean {
  if (ifNoneMatch === null || etag === null) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

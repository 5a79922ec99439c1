/** The CSRF token: the cookie's value must come back as the header's (docs/contract.md#5). */
export const CSRF_COOKIE = 'XSRF-TOKEN'
export const CSRF_HEADER = 'X-XSRF-TOKEN'

/** Whether `Origin` or `Sec-Fetch-Site` says that the request comes from another origin. */
export function comesFromElsewhere(request: Request): boolean {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  return (origin !== null && origin !== new URL(request.url).origin) || (site !== null && site !== 'same-origin')
}

/**
 * Whether `Origin` or `Sec-Fetch-Site` proves that the request comes from the same origin. Browsers send one of them with each form post, so a plain
 * form with neither is refused.
 */
export function comesFromOwnPage(request: Request): boolean {
  return !comesFromElsewhere(request) && (request.headers.has('origin') || request.headers.has('sec-fetch-site'))
}

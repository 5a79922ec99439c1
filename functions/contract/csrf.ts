/** The CSRF token: the cookie's value must come back as the header's (docs/contract.md#5). */
export const CSRF_COOKIE = 'XSRF-TOKEN'
export const CSRF_HEADER = 'X-XSRF-TOKEN'

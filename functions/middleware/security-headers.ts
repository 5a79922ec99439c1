import type { MiddlewareHandler } from 'hono'
import type { ApiContext } from './api-context.ts'

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** Headers of every API answer, failures included: nothing is stored, sniffed, framed or run (contract: Headers). */
export const securityHeaders: MiddlewareHandler<ApiContext> = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  if (new URL(c.req.url).protocol === 'https:')
    c.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
}

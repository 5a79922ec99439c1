import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { ApiContext } from './api-context.ts'

const securityHeaders = (strictTransportSecurity: string | false) =>
  secureHeaders({
    strictTransportSecurity,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      sandbox: [],
    },
    permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
    xFrameOptions: 'DENY',
    // Without effect on JSON and downloads.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
const overHttp = securityHeaders(false)
const overHttps = securityHeaders('max-age=63072000; includeSubDomains')

/**
 * Headers of every API answer, failures included: `no-store` unless the route says otherwise, the security headers, and the request's id. Hono's own
 * request id is not used, because it takes over the client's.
 */
export const responseHeaders: MiddlewareHandler<ApiContext> = async (c, next) => {
  await (c.req.url.startsWith('https:') ? overHttps : overHttp)(c, next)
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  c.header('x-request-id', c.env.visitor.requestId)
}

import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { hstsOf } from '../brand/hsts.ts'
import type { ApiContext } from './api-context.ts'

const withoutHsts = secureHeaders({
  strictTransportSecurity: false,
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

/**
 * Headers of every API answer, failures included: `no-store` unless the route says otherwise, the security headers, and the request's id. Hono's own
 * request id is not used, because it takes over the client's.
 */
export const responseHeaders: MiddlewareHandler<ApiContext> = async (c, next) => {
  const { requestId } = c.env.visitor
  await withoutHsts(c, next)
  const hsts = hstsOf(c.req.url)
  if (hsts !== null) c.header('strict-transport-security', hsts)
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  c.header('x-request-id', requestId)
}

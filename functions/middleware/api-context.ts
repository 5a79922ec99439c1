import type { Env } from '../env.ts'
import type { Upstream, UpstreamCall } from '../upstream/upstream.ts'

/** The request's id and brand, resolved by the Worker entry. */
export interface ApiVisitor {
  /** Part of every cache key. */
  brandId: string
  whiteLabel: string
  /** Origin of the brand, from the registry; links in notifications start with it. */
  origin: string
  /** Whether the brand uses Turnstile (decision 015). */
  turnstile: boolean
  requestId: string
}

/** Hono context of every handler. `raw` is the Worker's env as the runtime gives it, not parsed yet. */
export interface ApiContext {
  Bindings: { raw: object; visitor: ApiVisitor; ctx: ExecutionContext }
  /** Set by the settings middleware. */
  Variables: { env: Env; upstream: Upstream; call: UpstreamCall }
}

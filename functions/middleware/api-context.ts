import type { Env } from '../env.ts'
import type { Upstream, UpstreamCall } from '../upstream/upstream.ts'

/** What the front door hands over with a request: who the visitor's brand is. */
export interface ApiVisitor {
  /** Brand id, part of every cache key. */
  brandId: string
  whiteLabel: string
  /** Origin of the brand, from the registry: links in notifications start with it. */
  origin: string
  /** Whether the brand asks for Turnstile (decision 015). */
  turnstile: boolean
  requestId: string
}

/** What every handler finds in its Hono context. `raw` is the Worker's env as the runtime gives it, not parsed yet. */
export interface ApiContext {
  Bindings: { raw: object; visitor: ApiVisitor; ctx: ExecutionContext }
  /** Set for `/api/*` by the settings middleware. */
  Variables: { env: Env; upstream: Upstream; call: UpstreamCall }
}

import type { ApiVisitor } from '../contract/api-visitor.ts'
import type { Env } from '../env.ts'
import type { Upstream, UpstreamCall } from '../upstream/upstream.ts'

/** Hono context of every handler. `raw` is the Worker's env as the runtime gives it, not parsed yet; `page`: the request for the page that calls in
 * process, null for a call from the network. */
export interface ApiContext {
  Bindings: { raw: object; visitor: ApiVisitor; ctx: ExecutionContext; page: Request | null }
  /** Set by the settings middleware. */
  Variables: { env: Env; upstream: Upstream; call: UpstreamCall }
}

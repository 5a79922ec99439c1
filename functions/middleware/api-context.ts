import type { ApiVisitor } from '../contract/api-visitor.ts'
import type { Env } from '../env.ts'
import type { Upstream, UpstreamCall } from '../upstream/upstream.ts'

/** Hono context of every handler. `raw` is the Worker's env as the runtime gives it, not parsed yet; `inProcess`: a page calls. */
export interface ApiContext {
  Bindings: { raw: object; visitor: ApiVisitor; ctx: ExecutionContext; inProcess: boolean }
  /** Set by the settings middleware. */
  Variables: { env: Env; upstream: Upstream; call: UpstreamCall }
}

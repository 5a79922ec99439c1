import type { Context } from 'hono'
import type { VisitorCall } from '../calls/visitor-call.ts'
import type { ApiVisitor } from '../contract/api-visitor.ts'
import type { Env } from '../env.ts'

/** Hono context of every handler. `raw` is the Worker's env as the runtime gives it, not parsed yet. */
export interface ApiContext {
  Bindings: { raw: object; visitor: ApiVisitor; ctx: ExecutionContext }
  /** Set by the settings middleware. */
  Variables: { env: Env }
}

/** On whose behalf a handler reads. */
export const visitorCall = (c: Context<ApiContext>): VisitorCall => ({
  env: c.var.env,
  visitor: c.env.visitor,
  waitUntil: (work) => c.env.ctx.waitUntil(work),
})

import { Hono } from 'hono'
import { parseEnv, type Env } from './env.ts'

/** What the front door hands over with a request: who the visitor's brand is. */
export interface ApiVisitor {
  /** Brand id, part of every cache key. */
  brandId: string
  whiteLabel: string
  requestId: string
}

export type ApiBindings = { Bindings: { env: Env; visitor: ApiVisitor; ctx: ExecutionContext } }

const api = new Hono<ApiBindings>()
api.get('/healthz', (c) => c.json({ status: 'ok' }))
api.notFound((c) => c.json({ type: 'about:blank', title: 'Not Found', status: 404 }, 404))

/** The edge's API over one request. `raw` is the Worker's env as the runtime gives it. */
export async function callApi(request: Request, raw: object, visitor: ApiVisitor, ctx: ExecutionContext): Promise<Response> {
  return api.fetch(request, { env: parseEnv(raw), visitor, ctx })
}

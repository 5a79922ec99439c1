import type { MiddlewareHandler } from 'hono'
import { LimitedBody } from '../http/limited-body.ts'
import type { ApiContext } from './api-context.ts'

/** Reads the body of a rejected call to its end: a client that is still sending would see a reset, not the answer. */
export const drainRejected: MiddlewareHandler<ApiContext> = async (c, next) => {
  await next()
  const { body, bodyUsed } = c.req.raw
  if (!c.error || !body || bodyUsed || body.locked) return
  const rest = new LimitedBody(c.req.raw, 0)
  await rest.drain().finally(() => rest.release())
}

import type { MiddlewareHandler } from 'hono'
import { drainBody } from '../http/request-body.ts'
import type { ApiContext } from './api-context.ts'

/** Reads the body of a rejected call to its end: a client that is still sending would see a reset, not the answer. */
export const drainRejected: MiddlewareHandler<ApiContext> = async (c, next) => {
  await next()
  const { body, bodyUsed } = c.req.raw
  if (!c.error || !body || bodyUsed || body.locked) return
  await drainBody(c.req.raw)
}

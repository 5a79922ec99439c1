import type { MiddlewareHandler } from 'hono'
import type { ApiContext } from './api-context.ts'
import { LimitedBody } from '../http/limited-body.ts'

/** Reads the body of a refused upload to its end: a client that is still sending would meet a closed line instead of the answer. */
export const readRefused: MiddlewareHandler<ApiContext> = async (c, next) => {
  await next()
  const { body, bodyUsed } = c.req.raw
  if (c.error && body && !bodyUsed && !body.locked) await new LimitedBody(c.req.raw, 0).drain()
}

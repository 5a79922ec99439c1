import type { MiddlewareHandler } from 'hono'
import type { ApiContext } from './api-context.ts'

/** Puts the request's id, given by the front door, on every answer. A client's own id is never taken over. */
export const requestId: MiddlewareHandler<ApiContext> = async (c, next) => {
  await next()
  c.header('x-request-id', c.env.visitor.requestId)
}

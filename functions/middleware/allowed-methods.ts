import type { Hono, MiddlewareHandler } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { MethodNotAllowedError } from '../errors.ts'
import { problemResponse } from '../http/problem-response.ts'
import type { ApiContext } from './api-context.ts'

/** Answers a known path with another method with 405 and `Allow`, which Hono reads from the routes. */
export function allowedMethods<E extends ApiContext>(app: Hono<E>): MiddlewareHandler<E> {
  return methodNotAllowed({
    app,
    onMethodNotAllowed: (c, methods) =>
      problemResponse(new MethodNotAllowedError(methods.join(', ')), c.env.visitor.requestId),
  })
}

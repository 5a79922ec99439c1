import type { Hono, MiddlewareHandler } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { ApiContext } from './api-context.ts'
import { MethodNotAllowedError } from '../errors.ts'
import { problemAnswer } from '../http/problem.ts'

/** A known path with another method is a 405 problem with `Allow`, read from the routes themselves. */
export function allowedMethods(app: Hono<ApiContext>): MiddlewareHandler<ApiContext> {
  return methodNotAllowed({
    app,
    onMethodNotAllowed: (c, methods) =>
      problemAnswer(new MethodNotAllowedError(methods.join(', ')), c.env.visitor.requestId),
  })
}

import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { NotFoundError } from '../errors.ts'
import { problemResponse } from '../http/problem-response.ts'
import { logFailedCall } from '../log.ts'
import type { ApiContext } from './api-context.ts'

/** Logs server failures, with the pattern of their route because a path may hold a receipt or a file's key, and answers every failure as a problem. */
export function answerError<E extends ApiContext>(error: Error, c: Context<E>): Response {
  const { requestId } = c.env.visitor
  logFailedCall({ requestId, method: c.req.method, path: matchedRoutes(c).at(-1)?.path ?? '' }, error)
  return problemResponse(error, requestId)
}

export function answerNotFound<E extends ApiContext>(c: Context<E>): Response {
  return problemResponse(new NotFoundError('There is no such call.'), c.env.visitor.requestId)
}

import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { SettingsError } from '../env.ts'
import { ApiError, NotFoundError } from '../errors.ts'
import { problemResponse } from '../http/problem-response.ts'
import { logFailure } from '../log.ts'
import type { ApiContext } from './api-context.ts'

/** Logs server failures, with the pattern of their route because a path may hold a receipt or a file's key, and answers every failure as a problem. */
export function answerError<E extends ApiContext>(error: Error, c: Context<E>): Response {
  const { requestId } = c.env.visitor
  const request = { requestId, method: c.req.method, path: matchedRoutes(c).at(-1)?.path ?? '' }
  if (!(error instanceof ApiError))
    logFailure('error', { ...request, code: error instanceof SettingsError ? 'settings' : 'internal' }, error)
  else if (error.status >= 500) logFailure('warn', { ...request, code: error.code }, error)
  return problemResponse(error, requestId)
}

export function answerNotFound<E extends ApiContext>(c: Context<E>): Response {
  return problemResponse(new NotFoundError('There is no such call.'), c.env.visitor.requestId)
}

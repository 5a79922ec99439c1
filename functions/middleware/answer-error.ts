import type { Context } from 'hono'
import { SettingsError } from '../env.ts'
import { ApiError, NotFoundError } from '../errors.ts'
import { problemResponse } from '../http/problem.ts'
import { logFailure } from '../log.ts'
import type { ApiContext } from './api-context.ts'

/** Logs server failures and answers every failure as a problem. */
export function answerError<E extends ApiContext>(error: Error, c: Context<E>): Response {
  const { requestId } = c.env.visitor
  const request = { requestId, method: c.req.method, path: c.req.path }
  if (!(error instanceof ApiError))
    logFailure('error', { ...request, code: error instanceof SettingsError ? 'settings' : 'internal' }, error)
  else if (error.status >= 500) logFailure('warn', { ...request, code: error.code }, error)
  return problemResponse(error, requestId)
}

export function answerNotFound<E extends ApiContext>(c: Context<E>): Response {
  return problemResponse(new NotFoundError('There is no such call.'), c.env.visitor.requestId)
}

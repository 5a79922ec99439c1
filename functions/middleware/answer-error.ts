import type { ErrorHandler, NotFoundHandler } from 'hono'
import type { ApiContext } from './api-context.ts'
import { SettingsError } from '../env.ts'
import { ApiError, NotFoundError } from '../errors.ts'
import { logFailure } from '../log.ts'
import { internalProblemAnswer, problemAnswer } from '../http/problem.ts'

/** The one place where a failure becomes an answer. What nobody named is a 500 that tells the client nothing but its request id. */
export const answerError: ErrorHandler<ApiContext> = (error, c) => {
  const { requestId } = c.env.visitor
  const request = { requestId, method: c.req.method, path: c.req.path }
  if (!(error instanceof ApiError)) {
    logFailure('error', { ...request, code: error instanceof SettingsError ? 'settings' : 'internal' }, error)
    return internalProblemAnswer(requestId)
  }
  if (error.status >= 500) logFailure('warn', { ...request, code: error.code }, error)
  return problemAnswer(error, requestId)
}

/** Anything else below `/api/` is a 404 and never reaches the upstream. */
export const answerNotFound: NotFoundHandler<ApiContext> = (c) =>
  problemAnswer(new NotFoundError('There is no such call.'), c.env.visitor.requestId)

import { HUMAN_MS_MIN } from './contract/limits.ts'
import type { ErrorCode } from './contract/problem.ts'

/** A failure with a stable code and the status it is answered with. One small class each below. */
export abstract class ApiError extends Error {
  abstract readonly code: ErrorCode
  abstract readonly status: 400 | 403 | 404 | 405 | 413 | 415 | 429 | 502 | 504
}

export class InvalidBodyError extends ApiError {
  readonly code = 'invalid-body'
  readonly status = 400
  readonly errors: { field: string; message: string }[]
  constructor(errors: { field: string; message: string }[]) {
    super('The request body does not fit.')
    this.errors = errors
  }
}

export class CsrfError extends ApiError {
  readonly code = 'csrf'
  readonly status = 403
}

export class NotFoundError extends ApiError {
  readonly code = 'not-found'
  readonly status = 404
}

export class MethodNotAllowedError extends ApiError {
  readonly code = 'method-not-allowed'
  readonly status = 405
  readonly allow: string
  constructor(allow: string) {
    super(`Allowed here: ${allow}.`)
    this.allow = allow
  }
}

export class TooLargeError extends ApiError {
  readonly code = 'too-large'
  readonly status = 413
}

export class FileTypeError extends ApiError {
  readonly code = 'file-type'
  readonly status = 415
}

export class RateLimitError extends ApiError {
  readonly code = 'rate-limited'
  readonly status = 429
  readonly retryAfterSeconds = 60
}

/** Sent sooner than a person could have filled in the form. */
export class TooSoonError extends ApiError {
  readonly code = 'too-soon'
  readonly status = 429
  readonly retryAfterSeconds = HUMAN_MS_MIN / 1000
}

/** The verifier takes the sender for a machine. */
export class NotHumanError extends ApiError {
  readonly code = 'not-human'
  readonly status = 403
}

/** The upstream answered with a failure, or with something that does not parse. */
export class UpstreamFailedError extends ApiError {
  readonly code = 'upstream-failed'
  readonly status = 502
  /** The status it answered with, if it answered at all. */
  upstreamStatus?: number
  /** Id of the files the edge keeps after a failed upload. */
  held?: string
}

/** The upstream did not answer before the deadline. */
export class UpstreamTimeoutError extends ApiError {
  readonly code = 'upstream-timeout'
  readonly status = 504
  /** Id of the files the edge keeps after a failed upload. */
  held?: string
}

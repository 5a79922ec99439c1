import type { FileFault } from './contract/form-files.ts'
import type { ErrorCode } from './contract/problem.ts'

/** A failure with a stable code, and the status and headers of its answer. */
export abstract class ApiError extends Error {
  abstract readonly code: ErrorCode
  abstract readonly status: 400 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 502 | 503 | 504
  readonly headers: Record<string, string> = {}
}

export class InvalidBodyError extends ApiError {
  readonly code: ErrorCode = 'invalid-body'
  readonly status = 400
  readonly errors: { field: string; message: string }[]
  constructor(errors: { field: string; message: string }[]) {
    super('The request body does not fit.')
    this.errors = errors
  }
}

/** The visitor has agreed to a privacy policy that is not in force. */
export class PolicyChangedError extends InvalidBodyError {
  override readonly code = 'policy-changed'
  constructor() {
    super([{ field: 'privacy_version', message: 'This version of the privacy policy is not in force.' }])
  }
}

export class CsrfError extends ApiError {
  readonly code = 'csrf'
  readonly status = 403
}

/** What somebody is not allowed to do, although it is there. */
export class ForbiddenError extends ApiError {
  readonly code = 'forbidden'
  readonly status = 403
}

export class NotFoundError extends ApiError {
  readonly code = 'not-found'
  readonly status = 404
}

export class MethodNotAllowedError extends ApiError {
  readonly code = 'method-not-allowed'
  readonly status = 405
  override readonly headers: Record<string, string>
  constructor(allow: string) {
    super(`Allowed here: ${allow}.`)
    this.headers = { allow }
  }
}

/** The body of a request stopped arriving. */
export class StalledError extends ApiError {
  readonly code = 'request-timeout'
  readonly status = 408
}

export class TooLargeError extends ApiError {
  readonly code = 'too-large'
  readonly status = 413
}

export class FileTypeError extends ApiError {
  readonly code = 'file-type'
  readonly status = 415
  readonly fault: FileFault
  /** Of the file, where it is known. */
  readonly file: string | null

  constructor(message: string, fault: FileFault, file: string | null = null) {
    super(message)
    this.fault = fault
    this.file = file
  }
}

export class RateLimitError extends ApiError {
  readonly code = 'rate-limited'
  readonly status = 429
  override readonly headers = { 'retry-after': '60' }
}

/** What the request is based on has changed meanwhile, or something else is in its way. */
export class ConflictError extends ApiError {
  readonly code = 'conflict'
  readonly status = 409
}

/** What could be taken back for a time cannot be any more. */
export class TooLateError extends ConflictError {}

/** What an operator has noted was noted before: the same form has come twice. */
export class TakenBeforeError extends ConflictError {
  /** What the first one has become: the receipt of an inquiry, the id of a request. */
  readonly id: string
  constructor(id: string) {
    super('This was taken before.')
    this.id = id
  }
}

/** The key of an inquiry stands for another one. */
export class OtherContentsError extends ApiError {
  readonly code = 'other-contents'
  readonly status = 422
}

/** D1, R2, KV or a rate limit has not answered in time (functions/deadlines/bindings.ts). */
export class StoreTimeoutError extends ApiError {
  readonly code = 'upstream-timeout'
  readonly status = 504
}

/** Too much arrives at once; a form waits as long as this says and sends its files again by itself. */
export class BusyError extends ApiError {
  readonly code = 'busy'
  readonly status = 503
  override readonly headers = { 'retry-after': '5' }
}

/** An inquiry could not be stored: nothing was accepted, and it can be sent again. */
export class StoreUnavailableError extends ApiError {
  readonly code = 'not-stored'
  readonly status = 503
  override readonly headers = { 'retry-after': '10' }
}

/** A failure of the upstream. Its message is for the log only. */
export abstract class UpstreamError extends ApiError {
  /** Id of the staged files after a failed upload. */
  held?: string
  /** The upstream has not answered and may have taken an inquiry all the same: it may have got the whole request. */
  maybeTaken = false
}

/** The upstream answered with a failure, or with something that does not parse. */
export class UpstreamFailedError extends UpstreamError {
  readonly code = 'upstream-failed'
  readonly status = 502
  /** The status of its answer, if there was one. */
  upstreamStatus?: number
}

/** The upstream did not answer before the deadline. */
export class UpstreamTimeoutError extends UpstreamError {
  readonly code = 'upstream-timeout'
  readonly status = 504
}

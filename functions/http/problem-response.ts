import type { Problem } from '../contract/problem.ts'
import { ApiError, FileTypeError, InvalidBodyError, UpstreamError } from '../errors.ts'

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** A failure as `application/problem+json` (RFC 9457). Any error that is not an ApiError is a 500 without details. */
export function problemResponse(error: unknown, requestId: string): Response {
  const { status, code, headers } =
    error instanceof ApiError ? error : { status: 500, code: 'internal' as const, headers: {} }
  const problem: Problem = {
    type: 'about:blank',
    title: TITLES[status] ?? 'Error',
    status,
    code,
    // The reason of an upstream failure is for the operator, in the log.
    ...(error instanceof ApiError && !(error instanceof UpstreamError) && error.message && { detail: error.message }),
    request_id: requestId,
    ...(error instanceof InvalidBodyError && { errors: error.errors }),
    ...(error instanceof FileTypeError && error.file && { errors: [{ field: error.file, message: error.fault }] }),
    ...(error instanceof UpstreamError && error.held && { held: error.held }),
  }
  return new Response(JSON.stringify(problem), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })
}

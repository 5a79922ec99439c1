import type { Problem } from '../contract/problem.ts'
import {
  type ApiError,
  InvalidBodyError,
  MethodNotAllowedError,
  RateLimitError,
  TooSoonError,
  UpstreamFailedError,
  UpstreamTimeoutError,
} from '../errors.ts'

const titles: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  504: 'Gateway Timeout',
}

/** A failure as `application/problem+json` (RFC 9457), with `Allow` or `Retry-After` where its status asks for one. */
export function problemAnswer(error: ApiError, requestId: string): Response {
  const upstream = error instanceof UpstreamFailedError || error instanceof UpstreamTimeoutError
  return answer(
    {
      type: 'about:blank',
      title: titles[error.status] ?? 'Error',
      status: error.status,
      code: error.code,
      // Why the upstream failed is the operator's business and stands in the log.
      ...(error.message && !upstream && { detail: error.message }),
      request_id: requestId,
      ...(error instanceof InvalidBodyError && { errors: error.errors }),
      ...(upstream && error.held && { held: error.held }),
    },
    {
      ...(error instanceof MethodNotAllowedError && { allow: error.allow }),
      ...((error instanceof RateLimitError || error instanceof TooSoonError) && {
        'retry-after': String(error.retryAfterSeconds),
      }),
    },
  )
}

/** The answer to a failure that nobody named. */
export const internalProblemAnswer = (requestId: string): Response =>
  answer(
    { type: 'about:blank', title: 'Internal Server Error', status: 500, code: 'internal', request_id: requestId },
    {},
  )

function answer(problem: Problem, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })
}

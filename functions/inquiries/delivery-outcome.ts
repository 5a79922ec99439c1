import type { Failure } from '../contract/retry-schedule.ts'
import { UpstreamError, UpstreamFailedError } from '../errors.ts'

/** What a failed delivery means for the next one: the table of docs/contract.md#5. */
export function failureOf(error: unknown): Failure {
  const status = error instanceof UpstreamFailedError ? error.upstreamStatus : undefined
  switch (status) {
    // No answer.
    case undefined:
      return error instanceof UpstreamError && error.maybeTaken ? 'unknown' : 'unavailable'
    // Of a proxy such as Cloudflare whose server may have read the request: an unknown error, and no answer in time.
    case 520:
    case 524:
      return 'unknown'
    case 408:
    case 429:
      return 'unavailable'
    default:
      return status >= 400 && status < 500 ? 'refused' : 'unavailable'
  }
}

/** Why an attempt failed, for the operator. Only messages of our own: a foreign one may quote the visitor. */
export const reasonOf = (error: unknown): string =>
  error instanceof UpstreamError ? error.message : error instanceof Error ? error.name : 'unknown'

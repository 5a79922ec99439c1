/** Stable error codes. Both catalogues have a sentence for each (`error.json`, by code). */
export const ERROR_CODES = [
  'invalid-body',
  'policy-changed',
  'csrf',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'request-timeout',
  'too-large',
  'file-type',
  'rate-limited',
  'busy',
  'conflict',
  'other-contents',
  'not-stored',
  'upstream-failed',
  'upstream-timeout',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** `application/problem+json` (RFC 9457), the body of every failed API call. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  detail?: string
  request_id: string
  errors?: { field: string; message: string }[]
  /** Id of the staged files after a failed upload (docs/contract.md#5). */
  held?: string
}

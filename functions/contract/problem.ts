/** Stable codes of what can go wrong; each has a sentence in both catalogues (`error.json`, keyed by code). */
export const ERROR_CODES = [
  'invalid-body',
  'csrf',
  'not-found',
  'method-not-allowed',
  'too-large',
  'file-type',
  'rate-limited',
  'too-soon',
  'not-human',
  'upstream-failed',
  'upstream-timeout',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** `application/problem+json` (RFC 9457) as every failing call of the API answers it. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  detail?: string
  request_id: string
  errors?: { field: string; message: string }[]
  /** Id of the files the edge keeps after a failed upload (contract: Attachments). */
  held?: string
}

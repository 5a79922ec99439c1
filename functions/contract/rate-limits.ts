/**
 * What one client may do within 60 seconds (docs/contract.md#5), by the binding that counts. wrangler.toml has the same numbers; a test
 * compares them.
 */
export const RATE_LIMITS = {
  INQUIRY_LIMIT: 20,
  UPLOAD_LIMIT: 60,
  /** Megabytes of uploaded files. */
  UPLOAD_BYTES_LIMIT: 200,
  /** Forms posted without a script, valid or not. */
  FORM_LIMIT: 120,
  /** Inquiries without a Turnstile token, for brands that use Turnstile. */
  UNPROVEN_LIMIT: 3,
  /** Reads of the boards, and searches. */
  READ_LIMIT: 600,
  /** Look-ups of receipts. */
  RECEIPT_LIMIT: 300,
  /** Look-ups and downloads of files. */
  FILE_LIMIT: 300,
} as const
export type RateLimitName = keyof typeof RATE_LIMITS
export const RATE_LIMIT_NAMES = Object.keys(RATE_LIMITS) as RateLimitName[]

/**
 * What one client may do within 60 seconds (docs/contract.md#5), by the binding that counts. wrangler.toml has the same numbers; a test
 * compares them.
 */
export const RATE_LIMITS = {
  INQUIRY_LIMIT: 20,
  /** Files. */
  UPLOAD_LIMIT: 60,
  /** Forms posted without a script, valid or not. */
  FORM_LIMIT: 120,
  /** Reads that no cache answers. Those of receipts and forms that come back have a minute of their own (`ReadsApart`). */
  READ_LIMIT: 600,
} as const
export type RateLimitName = keyof typeof RATE_LIMITS
export const RATE_LIMIT_NAMES = Object.keys(RATE_LIMITS) as RateLimitName[]

/** Before the client in the key of a count: nobody's reading at the same address keeps a visitor from what he has just sent. */
export type ReadsApart = '' | 'receipt ' | 'form '

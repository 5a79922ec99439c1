/** The bindings that count what one client may do within 60 seconds (docs/contract.md#5). wrangler.toml has the numbers. */
export const RATE_LIMIT_NAMES = [
  'INQUIRY_LIMIT',
  /** Files. */
  'UPLOAD_LIMIT',
  /** Forms posted without a script, valid or not. */
  'FORM_LIMIT',
  /** Reads that no cache answers. Those of receipts and forms that come back have a minute of their own (`ReadsApart`). */
  'READ_LIMIT',
] as const
export type RateLimitName = (typeof RATE_LIMIT_NAMES)[number]

/** Before the client in the key of a count: nobody's reading at the same address keeps a visitor from what he has just sent. */
export type ReadsApart = '' | 'receipt ' | 'form '

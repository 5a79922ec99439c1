import { z } from 'zod'
import { comparedAddress, EMAIL_PATTERN } from './email-address.ts'

/* What a person may ask of what is kept of him (PIPA 35 to 37). */

export const REQUEST_KINDS = ['access', 'correction', 'erasure'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** Days within which a request is answered. */
export const REQUEST_DAYS = 10

/** Inquiries and messages of one address that are read at once. */
export const PERSON_MAX = 5000
/** Inquiries that are destroyed at once. */
export const PERSON_DESTROYED_MAX = 100

/** An address as it was typed, as inquiries and messages are compared by it. */
export const personAddress = z
  .string()
  .transform(comparedAddress)
  .pipe(z.string().max(254).regex(EMAIL_PATTERN, 'This is no address.'))

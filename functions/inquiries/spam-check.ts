import { validate, version } from 'uuid'
import type { ApiVisitor } from '../contract/api-visitor.ts'
import { HONEYPOT, HUMAN_MS_MIN, type SpamSignal } from '../contract/spam-signals.ts'
import type { InquiryBody } from '../contract/inquiry-body.ts'
import type { Env } from '../env.ts'
import type { InquiryKey } from './idempotency-key.ts'
import { verifyToken } from './turnstile.ts'

/** Allowed clock difference between two data centres. A token from further in the future was not issued by this site. */
const CLOCK_SKEW_MS = 1000

export interface SpamCheck extends Pick<InquiryKey, 'key'> {
  env: Env
  visitor: ApiVisitor
  inquiry: Pick<InquiryBody, typeof HONEYPOT>
  /** Null where the request carries none. */
  turnstileToken: string | null
}

/**
 * The signals for the notification and the admin (decision 015). None of them refuses an inquiry. A token that the verifier accepts proves
 * a person, however fast; a filled honeypot field is told all the same.
 */
export async function checkSpam({ env, visitor, inquiry, turnstileToken, key }: SpamCheck): Promise<SpamSignal[]> {
  const honeypot: SpamSignal[] = inquiry[HONEYPOT] ? ['honeypot'] : []
  const unlessProven: SpamSignal[] = submittedTooFast(visitor.csrfToken) ? [...honeypot, 'too-fast'] : honeypot
  const { turnstile: siteKey, requestId } = visitor
  if (siteKey === null) return unlessProven
  if (!turnstileToken) return [...unlessProven, 'unproven']
  const verdict = await verifyToken(env, { siteKey, token: turnstileToken, key, requestId })
  return verdict === 'human' ? honeypot : [...unlessProven, verdict === 'refused' ? 'rejected' : 'unchecked']
}

/**
 * Whether less time than a person needs has passed since the browser's first page with a form, when it got its CSRF token. The token
 * stays for the whole visit, so a second attempt or a second form is never too fast; neither is a token that contains no time.
 */
export function submittedTooFast(csrfToken: string | null, now: number = Date.now()): boolean {
  const issued = issuedAt(csrfToken ?? '')
  return issued !== null && now - issued < HUMAN_MS_MIN && now - issued > -CLOCK_SKEW_MS
}

/** When a CSRF token was issued, in ms since epoch: the first 48 bits of a version 7 UUID (RFC 9562). Null for any other token. */
export function issuedAt(token: string): number | null {
  if (!validate(token) || version(token) !== 7) return null
  return Number.parseInt(token.replaceAll('-', '').slice(0, 12), 16)
}

/**
 * Why an accepted inquiry may be spam; the operator is told, and nothing is refused for it. The values are stored, so they stay. `too-fast`:
 * submitted too fast. `honeypot`: a field that people do not see was filled in. `unproven`: without a Turnstile token, to a brand that asks
 * for one. `rejected`: the verifier does not accept the token. `unchecked`: it has given no verdict.
 */
export const SPAM_SIGNALS = ['too-fast', 'honeypot', 'unproven', 'rejected', 'unchecked'] as const
export type SpamSignal = (typeof SPAM_SIGNALS)[number]

/** Minimum time that a person needs for a form, counted from the first page with a form (decision 015). */
export const HUMAN_MS_MIN = 3000

/** Stands among the signals of a row where an operator has called the inquiry spam. */
export const MARKED_AS_SPAM = 'marked'
export type ShownSignal = SpamSignal | typeof MARKED_AS_SPAM

/** Name of a field that is hidden from people; only programs fill it in. */
export const HONEYPOT = 'website'

/** Turnstile's name for its token: a field of the form, and a header of JSON calls. */
export const TURNSTILE_TOKEN = 'cf-turnstile-response'

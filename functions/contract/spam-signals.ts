/**
 * Why an accepted inquiry may be spam; the notification says so. The values are stored, so they stay. `hasty`: submitted too fast.
 * `unproven`: without a Turnstile token, to a brand that asks for one. `unchecked`: the token could not be verified. `links`: more than
 * two. `repeated`: another brand has got the same text. `scripts`: letters that do not belong together.
 */
export type SpamSignal = 'hasty' | 'unproven' | 'unchecked' | 'links' | 'repeated' | 'scripts'

/** Minimum time that a person needs for a form, counted from the first page with a form (decision 015). */
export const HUMAN_MS_MIN = 3000

/** The signal that says something of another brand: nobody who acts for one brand learns of it. */
export const ABOUT_OTHER_BRANDS = 'repeated' satisfies SpamSignal

/** Stands among the signals of a row where an operator has called the inquiry spam. */
export const MARKED_AS_SPAM = 'marked'
export type ShownSignal = SpamSignal | typeof MARKED_AS_SPAM

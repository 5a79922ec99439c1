import { z } from 'zod'

/** How a caller has agreed to the privacy policy. */
export const CONSENT_WAYS = ['spoken', 'written', 'mail'] as const

/** The consent of an inquiry that an operator has taken by telephone. */
export const telephoneConsent = z.object({
  /** In Seoul, `YYYY-MM-DD`. */
  day: z.iso.date(),
  way: z.enum(CONSENT_WAYS),
})
export type TelephoneConsent = z.output<typeof telephoneConsent>

/** Days after the call in which it can be noted. */
export const NOTED_DAYS = 30

import type { Locale } from './languages.ts'

/** The request's id and brand, resolved by the Worker entry. */
export interface ApiVisitor {
  /** Part of every cache key. */
  brandId: string
  whiteLabel: string
  /** Site key of the brand's Turnstile widget; null for a brand without (decision 015). */
  turnstile: string | null
  /** Versions of the privacy policy that a form may name. */
  privacyVersions: readonly string[]
  requestId: string
  /** Of the CSRF cookie; null without one. It is random, so it also tells one visitor from another. */
  readonly csrfToken: string | null
  /** Language of the page or of the call; null for an inquiry of the site itself. */
  locale: Locale | null
}

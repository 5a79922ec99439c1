/** Whom a brand tells of its inquiries (docs/contract.md#10). */
export interface MailSettings {
  /** Addresses of its operators; none: they get no mail. */
  notify: string[]
  /** Whether the visitor gets a confirmation. */
  confirmation: boolean
  /** Whether the mail of an accepted inquiry has what the visitor typed; else only form, time, receipt and a link. */
  contents: boolean
  /** Language that comes first in its mails. */
  language: 'ko' | 'en'
}

/** The request's id and brand, resolved by the Worker entry. */
export interface ApiVisitor {
  /** Part of every cache key. */
  brandId: string
  whiteLabel: string
  /** Origin of the brand, from the registry; links in notifications start with it. */
  origin: string
  /** Site key of the brand's Turnstile widget; null for a brand without (decision 015). */
  turnstile: string | null
  /** Null for an inquiry that nobody is told of. */
  mail: MailSettings | null
  requestId: string
  /** Language of the page or of the call; null for an inquiry of the site itself. */
  locale: 'ko' | 'en' | null
}

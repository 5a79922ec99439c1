import type { PageVisitor } from '../../context/page-context'
import { inLanguage } from '../../urls/in-language'

/** What a visitor agrees to, beside what the form itself says. */
export interface ConsentTerms {
  /** Address of the privacy policy in force. */
  policy: string
  /** How long an inquiry is kept once it is processed, in words. */
  period: string
}

/** The terms of a page's brand, in its language. */
export const consentTerms = (visitor: PageVisitor): ConsentTerms => ({
  policy: inLanguage('/privacy-policy/current', visitor),
  period: visitor.brand.processedPeriod,
})

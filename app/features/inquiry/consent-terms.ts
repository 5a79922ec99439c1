import type { PageVisitor } from '../../context/page-context'
import { inLanguage } from '../../urls/in-language'

/** What a visitor agrees to, beside what the form itself says. */
export interface ConsentTerms {
  /** Address of the privacy policy in force. */
  policy: string
  /** Its version; null before there was one. The notice repeats its articles 1 to 3. */
  version: string | null
  /** How long an inquiry is kept once it is processed, in words. */
  period: string
  /** The same in months, for the form to name. */
  months: number
}

/** The terms of a page's brand, in its language. @param version of the privacy policy in force */
export const consentTerms = (visitor: PageVisitor, version: string | null): ConsentTerms => ({
  policy: inLanguage('/privacy-policy/current', visitor),
  version,
  period: visitor.brand.processedPeriod,
  months: visitor.brand.processedMonths,
})

import type { PageBrand } from '../../../context/page-context'
import { xmlText } from '../../../seo/xml'

type LegalBrand = Pick<
  PageBrand,
  'name' | 'company' | 'portal' | 'legal' | 'periods' | 'partner' | 'mailContents' | 'since' | 'privacy'
>

/**
 * `{{#partner}}…{{/partner}}` is for pages of which this is so, `{{^partner}}…{{/partner}}` for all others. Of a brand with `since`, `first`
 * is the version in force as its site began, and each newer one is `later`.
 */
const PART = /\{\{([#^])(partner|mailContents|representativeAsOfficer|since|first|later)\}\}(.*?)\{\{\/\2\}\}/gs

/**
 * Fills a document's placeholders from the brand, every value escaped. `{{name: words}}` keeps its words where the brand has no other.
 * Parts that are not for the brand are left out.
 * @param version of the document
 * @throws Error for an unknown placeholder
 */
export function fillPlaceholders(html: string, brand: LegalBrand, version: string): string {
  const { name, company, portal, legal, periods, partner, mailContents, since, privacy } = brand
  const began = since?.day.replaceAll('-', '')
  const facts = {
    partner,
    mailContents,
    representativeAsOfficer: partner && !privacy,
    since,
    first: began && began >= version,
    later: began && began < version,
  }
  const values: Record<string, string> = {
    // The name is never broken (legal-text.module.css) and never translated.
    service: `<span translate="no">${xmlText(name)}</span>`,
    company: xmlText(company.name),
    email: xmlText(company.email),
    phone: xmlText(company.phone),
    address: xmlText(company.address),
    representative: xmlText(company.representative),
    portal: xmlText(portal.url),
    ...(periods?.[version] && { ownPeriod: xmlText(periods[version]) }),
    ...(privacy && { privacyOfficer: xmlText(privacy.officer), privacyDepartment: xmlText(privacy.department) }),
    privacyEmail: xmlText(privacy?.email ?? company.email),
    privacyPhone: xmlText(privacy?.phone ?? company.phone),
    ...(since && { since: xmlText(since.words) }),
    ...Object.fromEntries(Object.entries(legal).map(([wording, words]) => [wording, xmlText(words)])),
  }
  const forBrand = html.replace(PART, (_, sign: string, fact: keyof typeof facts, part: string) =>
    (sign === '#') === Boolean(facts[fact]) ? part : '',
  )
  return forBrand.replace(/\{\{(\w*)(?:: ([^{}]*))?\}\}/g, (placeholder, key: string, words?: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : words
    if (value === undefined) throw new Error(`A legal document has the unknown placeholder ${placeholder}.`)
    return value
  })
}

/** Fills the changes of an article like a document. Words that a placeholder only seemed to change are not marked. */
export const fillChanges = (html: string, brand: LegalBrand, version: string): string =>
  fillPlaceholders(html, brand, version)
    .replace(/<(ins|del)><\/\1>/g, '')
    .replace(/<del>([^<]*)<\/del><ins>\1<\/ins>/g, '$1')

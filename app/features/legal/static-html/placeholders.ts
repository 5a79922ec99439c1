import type { PageBrand } from '../../../context/page-context'
import { xmlText } from '../../../seo/xml'

type LegalBrand = Pick<
  PageBrand,
  'name' | 'company' | 'portal' | 'legal' | 'processedPeriod' | 'partner' | 'mailContents'
>

/** `{{#partner}}…{{/partner}}` is for pages of which this is so, `{{^partner}}…{{/partner}}` for all others. */
const PART = /\{\{([#^])(partner|mailContents)\}\}(.*?)\{\{\/\2\}\}/gs

/**
 * Fills a document's placeholders from the brand, every value escaped. `{{name: words}}` keeps its words where the brand has no other.
 * Parts that are not for the brand are left out.
 * @throws Error for an unknown placeholder
 */
export function fillPlaceholders(html: string, brand: LegalBrand): string {
  const { name, company, portal, legal, processedPeriod } = brand
  const values: Record<string, string> = {
    // The name is never broken (legal-text.module.css) and never translated.
    service: `<span translate="no">${xmlText(name)}</span>`,
    company: xmlText(company.name),
    email: xmlText(company.email),
    phone: xmlText(company.phone),
    address: xmlText(company.address),
    representative: xmlText(company.representative),
    portal: xmlText(portal.url),
    processedPeriod: xmlText(processedPeriod),
    ...Object.fromEntries(Object.entries(legal).map(([wording, words]) => [wording, xmlText(words)])),
  }
  const forBrand = html.replace(PART, (_, sign: string, fact: 'partner' | 'mailContents', part: string) =>
    (sign === '#') === Boolean(brand[fact]) ? part : '',
  )
  return forBrand.replace(/\{\{(\w*)(?:: ([^{}]*))?\}\}/g, (placeholder, key: string, words?: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : words
    if (value === undefined) throw new Error(`A legal document has the unknown placeholder ${placeholder}.`)
    return value
  })
}

/** Fills the changes of an article like a document. Words that a placeholder only seemed to change are not marked. */
export const fillChanges = (html: string, brand: LegalBrand): string =>
  fillPlaceholders(html, brand).replace(/<del>([^<]*)<\/del><ins>\1<\/ins>/g, '$1')

import type { PageBrand } from '../../brand/schema'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

/**
 * Fills a document's placeholders from the brand, every value escaped.
 * @throws Error for a placeholder that no brand can fill.
 */
export function fillPlaceholders(html: string, { name, company }: Pick<PageBrand, 'name' | 'company'>): string {
  const values: Record<string, string> = {
    company: company.name,
    email: company.email,
    phone: company.phone,
    address: company.address,
    representative: company.representative,
  }
  return html.replace(/\{\{(\w*)\}\}/g, (placeholder, key: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined
    // A name is one word, whatever hyphen it has: neither broken (legal-text.module.css) nor translated.
    if (key === 'service') return `<span translate="no">${escapeHtml(name)}</span>`
    if (value === undefined) throw new Error(`A legal document has the unknown placeholder ${placeholder}.`)
    return escapeHtml(value)
  })
}

import type { PageBrand } from '../context/page-context'

/** Whether a brand leaves indexing to the default brand, whose addresses its pages name as canonical (decision 014). */
export const isIndexedElsewhere = ({ origin, canonicalOrigin }: Pick<PageBrand, 'origin' | 'canonicalOrigin'>) =>
  origin !== canonicalOrigin

/**
 * robots.txt (RFC 9309) of a brand. A brand that is indexed elsewhere allows crawling, because crawlers must read its
 * canonical addresses, but has no sitemap.
 */
export function robotsTxt(brand: Pick<PageBrand, 'origin' | 'canonicalOrigin'>): string {
  const sitemap = isIndexedElsewhere(brand) ? '' : `\nSitemap: ${brand.origin}/sitemap.xml\n`
  return `User-agent: *\nDisallow: /api/\n${sitemap}`
}

import type { PageBrand } from '../brand/schema'

/** Whether a brand leaves being found to the default brand: its pages name that one's address as canonical (docs/decisions/014). */
export const isFoundElsewhere = ({ origin, canonicalOrigin }: Pick<PageBrand, 'origin' | 'canonicalOrigin'>) =>
  origin !== canonicalOrigin

/**
 * robots.txt (RFC 9309) of a brand. A brand that is found elsewhere still lets its pages be read, for that is how its
 * canonical addresses are learnt, but has no sitemap: what stands in one is meant to be shown.
 */
export function robotsTxt(brand: Pick<PageBrand, 'origin' | 'canonicalOrigin'>): string {
  const sitemap = isFoundElsewhere(brand) ? '' : `\nSitemap: ${brand.origin}/sitemap.xml\n`
  return `User-agent: *\nDisallow: /api/\n${sitemap}`
}

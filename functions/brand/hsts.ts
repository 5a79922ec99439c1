import { defaultBrand } from './hosts.ts'

const TWO_YEARS = 'max-age=63072000'

/**
 * `Strict-Transport-Security` of an answer over https (RFC 6797). Subdomains are bound on the site's own host only: a partner's other
 * subdomains, and whatever else stands on an unknown host, are not this site's to bind.
 * @returns null over http
 */
export function hstsOf(url: string): string | null {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:') return null
  return hostname === new URL(defaultBrand.origin).hostname ? `${TWO_YEARS}; includeSubDomains` : TWO_YEARS
}

import { formOn } from '../urls/form-paths'
import type { Maintenance } from '../../functions/contract/maintenance'
import type { Visitor } from '../request/visitor'

/**
 * The cache key of a page: all that can change its text and nothing else. A JSON array, so that no two different
 * inputs read the same.
 * @param build changes with each deploy
 * @param address cut down by `knownAddress`
 * @param maintenance in force now; its page tells of it
 */
export function pageKey(
  build: string,
  { brand, locale, cookieDecision, countryDefault }: Visitor,
  address: URL,
  maintenance: Maintenance | null = null,
): string {
  // Only a form has a country list whose first choice follows the browser.
  const country = formOn(address.pathname) ? countryDefault : null
  return JSON.stringify([
    build,
    brand.id,
    brand.turnstile?.siteKey,
    locale,
    cookieDecision,
    country,
    address.pathname,
    address.search,
    address.pathname === '/maintenance' ? maintenance : null,
  ])
}

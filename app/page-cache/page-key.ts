import type { RequestContext } from '../context/page-context'
import { formOn } from '../urls/form-paths'

/**
 * The cache key of a page: everything that its text depends on and nothing else. A JSON array, so that different inputs
 * never give the same key.
 * @param build changes with each deploy
 * @param removals from `contentVersion`
 * @param address from `knownAddress`
 * @param context its visitor, the country that a form proposes, and the maintenance
 */
export function pageKey(
  build: string,
  removals: string,
  {
    visitor: { brand, locale, cookieDecision, upcoming = null },
    countryDefault,
    maintenance = null,
  }: Pick<RequestContext, 'visitor' | 'countryDefault' | 'maintenance'>,
  address: URL,
): string {
  return JSON.stringify([
    build,
    removals,
    brand.id,
    brand.turnstile?.siteKey,
    locale,
    cookieDecision,
    upcoming,
    // Only forms have a country list, whose default follows the browser.
    formOn(address.pathname) ? countryDefault : null,
    address.pathname,
    address.search,
    address.pathname === '/maintenance' ? maintenance : null,
  ])
}

import { BOARD_NAMES, BOARDS } from '../../functions/contract/board'
import type { ReadsApart } from '../../functions/contract/rate-limits'
import type { RequestContext } from '../context/page-context'
import { isCountryOfLanguage } from '../request/page-language'
import { formOn } from '../urls/form-paths'

/** The routes of app/routes whose pages the cache keeps, but entries of boards and legal texts; and those that cost little. */
const KEPT = new Set<string>([
  '/',
  '/intro',
  '/maintenance',
  '/partners',
  '/pricing',
  '/privacy-policy',
  '/sample-report',
  '/solutions',
  '/support',
  '/support/affiliate',
  '/support/data',
  '/support/request',
  '/terms-of-service',
  ...BOARD_NAMES.map((board) => BOARDS[board].address),
  // Read no list and render no page.
  '/icon.svg',
  '/manifest.webmanifest',
  '/robots.txt',
])

/** Pages that not every brand has. */
const isOfBrand = (path: string, { features, proof }: RequestContext['visitor']['brand']): boolean =>
  path === '/support/affiliate' ? features.partnershipForm : path !== '/sample-report' || proof.sampleReport === true

/** Parameters that may have endlessly many values, and of which each makes another page. */
const ENDLESS = ['category', 'page', 'count', 'compare', 'q']

/** The pages of a receipt. */
const OF_RECEIPT = new Set(['/support/request/complete', '/support/request/status', '/support/affiliate/complete'])

/**
 * As what an address counts in a client's minute that has to be rendered (decision 026); null for a page of which there are few, which
 * is rendered for whoever asks and kept.
 * @param address from `knownAddress`
 * @param legal paths of the brand's legal texts
 */
export function countOf(
  { pathname, searchParams }: URL,
  { countryDefault, visitor }: Pick<RequestContext, 'countryDefault' | 'visitor'>,
  legal: readonly string[],
): ReadsApart | null {
  // Counted by itself: nobody else's reading takes it from whoever has just sent an inquiry.
  if (OF_RECEIPT.has(pathname)) return 'receipt '
  const isKept = legal.includes(pathname) || (KEPT.has(pathname) && isOfBrand(pathname, visitor.brand))
  const isOneOfMany =
    ENDLESS.some((name) => searchParams.has(name)) ||
    (formOn(pathname) !== null && !isCountryOfLanguage(countryDefault, visitor.locale))
  return isKept && !isOneOfMany ? null : ''
}

import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { brandWithId } from '../../../functions/brand/hosts.ts'
import { type BrandId, brandOrigin } from './browser.ts'

const SAMPLE_REPORT = '/sample-report'
const MISSING = '/no-such-page'

/** Pages that no sitemap names. */
const UNLISTED = [
  '/support/notice?page=2',
  '/support/request/complete',
  '/support/affiliate/complete',
  '/privacy-policy/current',
  '/terms-of-service/current',
  '/intro',
  '/solutions',
  '/pricing',
  '/partners',
  '/cookies',
  SAMPLE_REPORT,
  '/maintenance',
  MISSING,
]

/** What `fetch` cannot ask: Node.js resolves no name below `.localhost`. */
async function sitemapOf(origin: string, brand: BrandId): Promise<string> {
  const { host } = new URL(brandOrigin(origin, brand))
  const answer = await new Promise<IncomingMessage>((done, fail) =>
    get(`${origin}/sitemap.xml`, { headers: { host } }, done).on('error', fail),
  )
  return text(answer)
}

/**
 * Every address of a brand's sitemap, of each board two entries, and what the sitemap leaves out. Each brand has its own: an entry may be
 * written for one of them, and not all have a sample report.
 */
export async function everyRoute(origin: string, brand: BrandId = 'vcp-x'): Promise<string[]> {
  const xml = await sitemapOf(origin, brand)
  const listed = [
    ...new Set([...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)),
  ]
  const { sampleReport } = brandWithId(brand).proof
  const unlisted = UNLISTED.filter((path) => path !== SAMPLE_REPORT || sampleReport)
  const entries = (board: string) => listed.filter((path) => path.startsWith(`/support/${board}/`)).slice(0, 2)
  const pages = listed.filter((path) => !/^\/support\/(?:notice|faq)\//.test(path))
  return [...pages, ...entries('notice'), ...entries('faq'), ...unlisted]
}

/** Pages outside the main layout (spec 2). */
export const isBare = (path: string): boolean => path === '/maintenance' || path === MISSING

/** Status of a route's answer. */
export const statusOf = (path: string): number => (path === MISSING ? 404 : 200)

const kindOf = (path: string): string =>
  path
    .replace(/\?.*/, '')
    .replace(/^\/support\/(notice|faq)\/.+/, '$1 entry')
    .replace(/^\/(?:privacy-policy|terms-of-service)\/.+/, 'dated version')
    .replace(/^\/(?:privacy-policy|terms-of-service)$/, 'version in force')
    .replace(/^\/support\/\w+\/complete$/, 'complete')
    .replace(/^\/(?:intro|solutions|pricing|partners)$/, 'placeholder')

/** The first of each kind: pages of one kind share their markup and differ in their texts. */
export function onePerKind(routes: readonly string[]): string[] {
  return routes.filter((path, index) => routes.findIndex((other) => kindOf(other) === kindOf(path)) === index)
}

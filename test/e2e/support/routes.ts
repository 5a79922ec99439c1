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
  '/sample-report',
  '/maintenance',
  '/no-such-page',
]

/** Every address of the site's sitemap, of each board two entries, and what the sitemap leaves out. */
export async function everyRoute(origin: string): Promise<string[]> {
  const xml = await (await fetch(`${origin}/sitemap.xml`)).text()
  const listed = [
    ...new Set([...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)),
  ]
  const entries = (board: string) => listed.filter((path) => path.startsWith(`/support/${board}/`)).slice(0, 2)
  const pages = listed.filter((path) => !/^\/support\/(?:notice|faq)\//.test(path))
  return [...pages, ...entries('notice'), ...entries('faq'), ...UNLISTED]
}

/** Pages outside the main layout (spec 2). */
export const isBare = (path: string): boolean => path === '/maintenance' || path === '/no-such-page'

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

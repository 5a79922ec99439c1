import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { brands } from '../../../functions/brand/hosts.ts'
import { remoteSite } from '../../support/shared-sites.ts'
import { faultsOfThings, type ReadPage, readPage } from './read-page.ts'

const LANGUAGES = ['ko', 'en'] as const
const OG_LOCALE = { ko: 'ko_KR', en: 'en_US' } as const
/** Characters. Hangul is twice as wide, so a Korean line holds half as many. */
const LENGTHS = {
  ko: { title: [8, 60], description: [20, 155] },
  en: { title: [12, 80], description: [40, 160] },
} as const

const hostOf = (id: string) => (id === 'vcp-x' ? 'www.example' : `${id}.example`)
const indexable = (label: string) => [
  '/',
  '/support/notice',
  '/support/notice?page=2',
  `/support/notice/${label}-notice-1`,
  '/support/faq',
  `/support/faq/${label}-faq-1`,
  '/support/request',
  '/support/affiliate',
  '/support/data',
  '/privacy-policy',
  '/privacy-policy/20230619',
  '/terms-of-service',
  '/terms-of-service/20250701',
]
const CLOSED = [
  '/intro',
  '/solutions',
  '/pricing',
  '/partners',
  '/maintenance',
  '/cookies',
  '/sample-report',
  '/support/request/status',
  '/support/request/complete',
  '/support/affiliate/complete',
  '/nowhere',
  '/support/notice/none',
]

/** Open Graph and Twitter cards, as the networks ask for them. */
const sharing = (locale: 'ko' | 'en') =>
  z.object({
    'og:title': z.string().min(5),
    'og:description': z.string().min(5),
    'og:type': z.enum(['website', 'article']),
    'og:site_name': z.string().min(2),
    'og:url': z.url({ protocol: /^https$/ }),
    'og:locale': z.literal(OG_LOCALE[locale]),
    'og:locale:alternate': z.literal(OG_LOCALE[locale === 'ko' ? 'en' : 'ko']),
    'og:image': z.url({ protocol: /^https$/ }).endsWith('.png'),
    'og:image:type': z.literal('image/png'),
    'og:image:width': z.literal('1200'),
    'og:image:height': z.literal('630'),
    'og:image:alt': z.string().min(20),
    'twitter:card': z.literal('summary_large_image'),
    'twitter:image': z.url({ protocol: /^https$/ }),
    'twitter:image:alt': z.string().max(420),
    'theme-color': z.string().regex(/^#[0-9a-f]{6}$/),
  })

const served = remoteSite()

const visit = async (host: string, path: string, language: string) => {
  const answer = await served.site.fetch(`http://${host}${path}`, { headers: { 'accept-language': language } })
  return { status: answer.status, html: await answer.text() }
}

describe.each(brands.map((brand) => [brand.id, brand] as const))('of %s', (id, brand) => {
  const host = hostOf(id)
  const label = brand.whiteLabel

  describe.each(LANGUAGES)('in %s', (locale) => {
    const pages = new Map<string, ReadPage>()
    beforeAll(async () => {
      for (const path of indexable(label)) {
        const { status, html } = await visit(host, path, locale)
        expect([path, status]).toEqual([path, 200])
        pages.set(path, readPage(html))
      }
    })

    test('every page has a title and a description of its own, neither too short nor too long', () => {
      const { title, description } = LENGTHS[locale]
      for (const [path, page] of pages) {
        const words = page.title.replace(` | ${brand.name[locale]}`, '')
        expect(words, path).not.toBe(page.title)
        expect(words.length, `${path}: ${words}`).toBeLessThanOrEqual(title[1])
        if (!/-(?:notice|faq)-/.test(path))
          expect(page.title.length, `${path}: ${page.title}`).toBeGreaterThanOrEqual(title[0])
        expect(page.meta.description?.length, `${path}: ${page.meta.description}`).toBeLessThanOrEqual(description[1])
        if (!/-(?:notice|faq)-/.test(path))
          expect(page.meta.description?.length, `${path}: ${page.meta.description}`).toBeGreaterThanOrEqual(
            description[0],
          )
      }
      expect(new Set([...pages.values()].map((page) => page.title)).size).toBe(pages.size)
      const first = [...pages].filter(([path]) => !/[?]|-(?:notice|faq)-/.test(path))
      expect(new Set(first.map(([, page]) => page.meta.description)).size).toBe(first.length)
    })

    test('every page can be shared: a picture, a name and an address on the brand’s own origin', () => {
      for (const [path, page] of pages) {
        const tags = sharing(locale).parse(page.meta)
        expect(tags['og:title'], path).toBe(page.title)
        expect(tags['og:description'], path).toBe(page.meta.description)
        expect(tags['og:site_name'], path).toBe(brand.name[locale])
        expect(tags['og:type'], path).toBe(path.includes('-notice-') ? 'article' : 'website')
        for (const key of ['og:url', 'og:image', 'twitter:image'] as const)
          expect(new URL(tags[key]).origin, `${path} ${key}`).toBe(brand.origin)
        expect(tags['og:image:alt']).toContain(brand.name[locale])
      }
    })

    test('the picture is there: 1200 × 630, to be kept for good, and to be shown by others', async () => {
      const [page] = pages.values()
      const path = new URL(page?.meta['og:image'] ?? '').pathname
      const answer = await served.site.fetch(`http://${host}${path}`)
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/png',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': expect.stringContaining('immutable'),
        'x-content-type-options': 'nosniff',
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
        'PNG',
        1200,
        630,
      ])
      // Some networks refuse more.
      expect(bytes.length).toBeLessThan(300_000)
    })

    test('canonical and language alternates are the brand’s, and each names a page that names them back', async () => {
      for (const [path, { links }] of pages) {
        const only = (fits: (link: Record<string, string>) => boolean) => links.filter(fits).map(({ href }) => href)
        const [, page] = path.split('?page=')
        const base = brand.origin + path.split('?')[0]
        const query = (lng?: string) => {
          const parts = [lng && `lng=${lng}`, page && `page=${page}`].filter(Boolean)
          return parts.length ? `?${parts.join('&')}` : ''
        }
        expect(
          only(({ rel }) => rel === 'canonical'),
          path,
        ).toEqual([base + query()])
        const alternates = Object.fromEntries(
          links
            .filter(({ rel, hreflang }) => rel === 'alternate' && hreflang)
            .map(({ hreflang, href }) => [hreflang, href]),
        )
        expect(alternates, path).toEqual({
          ko: base + query('ko'),
          en: base + query('en'),
          'x-default': base + query(),
        })
        const { pathname, search } = new URL(alternates[locale] ?? '')
        const other = readPage((await visit(host, pathname + search, 'fr')).html)
        expect(other.links.find(({ rel }) => rel === 'canonical')?.href, path).toBe(alternates[locale])
        expect(
          other.links.filter(({ hreflang }) => hreflang),
          path,
        ).toEqual(links.filter(({ hreflang }) => hreflang))
      }
    })

    test('structured data says what search engines ask of its types', async () => {
      const TYPES: Record<string, string[]> = {
        '/': ['Organization', 'WebSite'],
        [`/support/notice/${label}-notice-1`]: ['Article', 'BreadcrumbList'],
        [`/support/faq/${label}-faq-1`]: ['BreadcrumbList', 'FAQPage'],
      }
      for (const [path, page] of pages) {
        expect(await faultsOfThings(page), path).toEqual([])
        expect(Object.keys(page.things).sort(), path).toEqual(TYPES[path] ?? ['BreadcrumbList'])
        expect(JSON.stringify(page.things), path).toContain(brand.origin)
      }
    })

    test('what is not for search engines says so and has neither canonical nor structured data', async () => {
      for (const path of CLOSED) {
        const { links, meta, things } = readPage((await visit(host, path, locale)).html)
        expect(meta.robots, path).toBe('noindex')
        expect(meta.description?.length, path).toBeGreaterThanOrEqual(LENGTHS[locale].description[0])
        expect(
          links.filter(({ rel, hreflang }) => rel === 'canonical' || hreflang),
          path,
        ).toEqual([])
        expect(things, path).toEqual({})
      }
    })
  })
})

test.each(LANGUAGES)('every page in %s is valid HTML', async (locale) => {
  const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }))
  for (const path of [...indexable('default'), ...CLOSED]) {
    const { results } = await validator.validateString((await visit('www.example', path, locale)).html)
    expect(
      results
        .flatMap(({ messages }) => messages)
        .map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
      path,
    ).toEqual([])
  }
})

test('a category is a view of its list, and an address beyond the last page is the last one', async () => {
  const canonicalOf = async (path: string) =>
    readPage((await visit('www.example', path, 'en')).html).links.find(({ rel }) => rel === 'canonical')?.href
  expect(await canonicalOf('/support/notice?category=n-service')).toBe('https://www.vcp-x.example/support/notice')
  expect(await canonicalOf('/support/notice?page=99')).toBe('https://www.vcp-x.example/support/notice?page=2')
  expect(await canonicalOf('/privacy-policy/current')).toMatch(/^https:\/\/www\.vcp-x\.example\/privacy-policy\/\d{8}$/)
})

test('what comes from the board cannot break out of the head', async () => {
  const hostile = '</script><script>canary()</script><!--"\'&lt;/title><meta http-equiv=refresh content=0>'
  const [first] = served.upstream.boards.get('default')?.entries ?? []
  if (!first) throw new Error('no entries')
  served.upstream.boards.get('default')?.entries.push(
    {
      ...first,
      board_uuid: 'hostile',
      subject: hostile,
      contents: `<p>${hostile}</p><!-- x -->&lt;script>canary()&lt;/script>`,
    },
    { ...first, board_uuid: 'hostile-faq', subject: hostile, contents: '' },
  )
  for (const path of ['/support/notice/hostile', '/support/faq/hostile-faq']) {
    const { status, html } = await visit('www.example', path, 'en')
    expect(status).toBe(200)
    const page = readPage(html)
    expect(page.title).toBe(`${hostile} | VCP-X`)
    expect(page.meta['og:title']).toBe(page.title)
    expect(await faultsOfThings(page)).toEqual([])
    expect(JSON.stringify(page.things)).toContain('canary()')
    expect(html).not.toMatch(/<script>canary|<meta http-equiv/)
  }
})

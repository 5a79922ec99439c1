import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { brands } from '../../../functions/brand/hosts.ts'
import { readJson } from '../../architecture/tree.ts'
import { faultsOfXml } from '../../support/schemas/validate-xml.ts'
import { remoteSite } from '../../support/shared-sites.ts'
import { startSite } from '../../support/site.ts'
import { readPage } from './read-page.ts'

const LANGUAGES = ['ko', 'en'] as const
const FEED = '/support/notice/feed.xml'
const hostOf = (id: string) => (id === 'vcp-x' ? 'www.example' : `${id}.example`)
const fitsManifest = new Ajv({ allErrors: true, strictTypes: false }).compile(
  readJson<object>('test/support/schemas/web-manifest.json'),
)

const served = remoteSite()

describe.each(brands.map((brand) => [brand.id, brand] as const))('of %s', (id, brand) => {
  const host = hostOf(id)
  const get = (path: string, init?: RequestInit) => served.site.fetch(`http://${host}${path}`, init)

  test.each(LANGUAGES)(
    'the feed in %s is valid Atom, tells of its notices alone, and each page of notices names it',
    async (locale) => {
      const answer = await get(`${FEED}?lng=${locale}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
      const feed = await answer.text()
      expect(await faultsOfXml(feed, 'atom')).toEqual([])
      expect(feed).toContain(
        `<title>${locale === 'ko' ? `${brand.name.ko} 공지사항` : `${brand.name.en} Notice`}</title>`,
      )
      expect(feed.match(/<entry>/g)).toHaveLength(12)
      for (const other of brands) {
        expect(feed.includes(`${other.whiteLabel} notice`), other.id).toBe(other === brand)
        expect(feed.includes(other.origin), other.id).toBe(other === brand)
      }
      for (const page of ['/support/notice', `/support/notice/${brand.whiteLabel}-notice-1`]) {
        const { links } = readPage(await (await get(`${page}?lng=${locale}`)).text())
        const [link, ...more] = links.filter(({ type }) => type === 'application/atom+xml')
        expect([link, more]).toEqual([
          expect.objectContaining({
            rel: 'alternate',
            href: `${FEED}?lng=${locale}`,
            title: expect.stringContaining(brand.name[locale]),
          }),
          [],
        ])
      }
    },
  )

  test('the sitemap is valid and names its own pages alone', async () => {
    const xml = await (await get('/sitemap.xml')).text()
    expect(await faultsOfXml(xml, 'sitemap')).toEqual([])
    const origins = new Set([...xml.matchAll(/(?:<loc>|href=")(https:\/\/[^/]+)\//g)].map(([, origin]) => origin))
    expect([...origins]).toEqual([brand.origin])
    expect(xml).toContain(
      `/support/notice/${brand.whiteLabel}-notice-12</loc><lastmod>2026-10-19T01:00:00.000Z</lastmod>`,
    )
    expect(xml).toContain('/privacy-policy/20240617</loc><lastmod>2024-06-17</lastmod>')
    expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${brand.origin}/sitemap.xml`)
  })

  test.each(LANGUAGES)('the manifest in %s is valid and its icons are there in their sizes', async (locale) => {
    const { links, meta } = readPage(await (await get(`/support/data?lng=${locale}`)).text())
    const address = links.find(({ rel }) => rel === 'manifest')?.href ?? ''
    const answer = await get(address)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/manifest+json; charset=utf-8',
    ])
    const manifest = (await answer.json()) as {
      lang: string
      name: string
      theme_color: string
      icons: { src: string; sizes: string; type: string }[]
    }
    expect([fitsManifest(manifest), fitsManifest.errors]).toEqual([true, null])
    expect(manifest).toMatchObject({
      lang: locale,
      name: expect.stringContaining(brand.name[locale]),
      short_name: brand.wordmark,
      theme_color: meta['theme-color'],
    })
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await get(src)
      expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type])
      const bytes = Buffer.from(await icon.arrayBuffer())
      if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
    }
  })

  test('the icons that browsers ask for by themselves are its own', async () => {
    const { links } = readPage(await (await get('/')).text())
    const icons = links.filter(({ rel }) => rel === 'icon' || rel === 'apple-touch-icon').map(({ href = '' }) => href)
    expect(icons).toEqual(['/icon.svg', '/icon.png'])
    for (const path of icons) {
      const answer = await get(path)
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'public, max-age=86400'])
      const own = Buffer.from(await answer.arrayBuffer())
      for (const other of brands) {
        const theirs = Buffer.from(await (await served.site.fetch(`http://${hostOf(other.id)}${path}`)).arrayBuffer())
        expect(own.equals(theirs), `${path} of ${other.id}`).toBe(other === brand)
      }
    }
  })
})

const FILES = [
  `${FEED}?lng=ko`,
  '/sitemap.xml',
  '/robots.txt',
  '/manifest.webmanifest?lng=en',
  '/icon.svg',
  '/icon.png',
]

test.each(FILES)('%s knows HEAD, revalidation and nothing but reading', async (path) => {
  const full = await served.site.fetch(path)
  const text = await full.text()
  expect(text.length).toBeGreaterThan(20)
  const head = await served.site.fetch(path, { method: 'HEAD' })
  expect([head.status, await head.text(), head.headers.get('content-type')]).toEqual([
    200,
    '',
    full.headers.get('content-type'),
  ])
  const again = await served.site.fetch(path, { headers: { 'if-none-match': full.headers.get('etag') ?? 'none' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const refused = await served.site.fetch(path, { method })
    expect([method, refused.status, refused.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
  }
})

test('the feed costs one upstream call, is told from what is kept while the upstream is down, and says so where nothing is', async () => {
  served.upstream.faults.set('*', { kind: 'status', status: 500 })
  const kept = await served.site.fetch(`${FEED}?lng=en`)
  expect(kept.status).toBe(200)
  expect(await kept.text()).toContain('default notice 1')
  const cold = await startSite({ upstream: served.upstream.origin, vars: { UPSTREAM_TIMEOUT_MS: '5000' } })
  try {
    const answer = await cold.fetch(`${FEED}?lng=en`)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      502,
      'text/plain; charset=utf-8',
      'no-store',
    ])
    expect(await answer.text()).toMatch(/^Error occurred: /)
    served.upstream.faults.clear()
    served.upstream.calls.length = 0
    for (const lng of LANGUAGES) expect((await cold.fetch(`${FEED}?lng=${lng}`)).status).toBe(200)
    expect(served.upstream.calls.map(({ path }) => path)).toEqual(['board/selectList'])
  } finally {
    await cold.close()
  }
})

test('an icon of no brand and a picture of another build are not there, and are not kept as if they were', async () => {
  for (const path of [
    '/icon-64.png',
    '/favicon.png',
    '/apple-touch-icon-precomposed.png',
    '/sharing/vcp-x-card-ko-0000000000.png',
    '/sharing/',
  ]) {
    const answer = await served.site.fetch(path)
    expect([path, answer.status]).toEqual([path, 404])
    expect(answer.headers.get('cache-control')).not.toMatch(/immutable|max-age=[1-9]/)
  }
})

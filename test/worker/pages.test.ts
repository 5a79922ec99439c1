import superjson from 'superjson'
import { describe, expect, test } from 'vitest'
import { BOARD_GROUPS } from '../../functions/contract/board.ts'
import { cacheKey } from '../../functions/lists/read-board.ts'
import { siteWithUpstream } from '../support/site-with-upstream.ts'

const READERS = { ko: 'ko-KR,ko;q=0.9', en: 'en-US,en;q=0.9' } as const
type Language = keyof typeof READERS
const ERROR_OCCURRED = { ko: '오류가 발생했습니다: ', en: 'Error occurred: ' } as const

describe('the pages', () => {
  const IDS = ['1.2.3', 'v2.8.html', 'a'.repeat(128), 'x:1+a@b~c=']
  const both = siteWithUpstream({ UPSTREAM_TIMEOUT_MS: '5000' }, ({ boards }) => {
    for (const [index, id] of IDS.entries())
      Object.assign(boards.get('partner-a')?.entries[index] ?? {}, { board_uuid: id })
    Object.assign(boards.get('default')?.entries[4] ?? {}, { create_date: null })
  })

  const visit = async (
    path: string,
    {
      language = 'en',
      host = 'www.example',
      headers = {},
    }: { language?: Language; host?: string; headers?: Record<string, string> } = {},
  ) => {
    const answer = await both.site.fetch(`http://${host}${path}`, {
      redirect: 'manual',
      headers: { 'accept-language': READERS[language], ...headers },
    })
    return { status: answer.status, headers: answer.headers, html: await answer.text() }
  }

  test('read by 200 visitors within five minutes cost one upstream call for each list', async () => {
    for (let round = 0; round < 10; round++) {
      // Half of them come with a parameter of their own, so that not every page is one that was kept.
      const visits = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          visit(`/support/notice${index % 2 ? '' : `?category=c${round}-${index}`}`),
        ),
      )
      expect(visits.map(({ status }) => status)).toEqual(Array(20).fill(200))
    }
    expect(both.upstream.callsOf('board/selectList')).toHaveLength(1)
    expect(both.upstream.callsOf('board/selectSubCategory')).toHaveLength(1)
  })

  test('still show the list when the upstream is down afterwards', async () => {
    await visit('/support/notice')
    both.upstream.faults.set('*', { kind: 'hang' })
    const { status, html } = await visit('/support/notice?page=2')
    expect(status).toBe(200)
    expect(html).toContain('default notice')
  })

  describe('that nobody has read yet', () => {
    test('lose only their chips where the sub-categories fail, and are not kept so', async () => {
      both.upstream.faults.set('board/selectSubCategory', { kind: 'status', status: 500 })
      const host = 'partner-a.example'
      const without = await visit('/support/notice', { host })
      expect(without.status).toBe(200)
      expect(without.html).not.toContain('category=')
      both.upstream.faults.clear()
      expect((await visit('/support/notice', { host })).headers.get('cache-status')).toContain('fwd=miss')
    })

    test('open every id that a list may have, and say 404 for an entry of the other board', async () => {
      const at = async (path: string) => visit(path, { host: 'partner-a.example' })
      const list = (await at('/support/notice')).html
      for (const id of IDS) {
        const [, href = ''] = new RegExp(`href="(/support/notice/${id.slice(0, 1)}[^"]*)"`).exec(list) ?? []
        expect(decodeURIComponent(href)).toBe(`/support/notice/${id}`)
        expect([href, (await at(href)).status]).toEqual([href, 200])
      }
      expect((await at('/support/faq/partner-a-faq-1')).status).toBe(200)
      expect((await at('/support/notice/partner-a-faq-1')).status).toBe(404)
      expect((await at('/support/faq/1.2.3')).status).toBe(404)
    })

    test('show an entry and a list without a date', async () => {
      for (const path of [
        '/support/notice?page=2',
        '/support/notice/default-notice-5',
        '/support/notice/feed.xml',
        '/sitemap.xml',
      ]) {
        const { status, html } = await visit(path)
        expect([path, status]).toEqual([path, 200])
        expect(html).not.toMatch(/1970|Invalid/)
      }
    })
  })

  test('never show one brand an entry of another', async () => {
    const partner = await visit('/support/notice', { host: 'partner-a.example' })
    expect(partner.html).toContain('partner-a notice')
    expect(partner.html).not.toContain('default notice')
    expect((await visit('/support/notice')).html).not.toContain('partner-a notice')
  })

  describe.each(['ko', 'en'] as const)('in %s', (language) => {
    test.each([
      ['www.example', 'vcp-x'],
      ['partner-a.example', 'partner-a'],
      ['PARTNER-B.example:8443', 'partner-b'],
    ])('on %s say their language and brand from the first byte', async (host, brand) => {
      const { html } = await visit('/support/faq', { language, host })
      expect(html.slice(0, 120)).toMatch(new RegExp(`^<!DOCTYPE html><html lang="${language}" data-brand="${brand}"`))
    })
  })

  describe('while nothing is stored and the upstream fails', () => {
    const cold = siteWithUpstream({ UPSTREAM_TIMEOUT_MS: '300' })
    const goodStatus = async () =>
      (await cold.site.call('board/selectList', { group_uuid: crypto.randomUUID() })).status

    test.each([
      { kind: 'hang' },
      { kind: 'status', status: 500 },
      { kind: 'reset' },
      { kind: 'garbage', as: 'html' },
    ] as const)('say what happened, whole and with their layout: %o', async (fault) => {
      for (const language of ['ko', 'en'] as const) {
        for (const path of ['/support/notice', '/support/faq', '/support/notice/default-notice-1']) {
          // A good answer between two faults, so that no circuit breaker stays open and each fault is met.
          cold.upstream.faults.clear()
          await expect.poll(goodStatus).toBe(200)
          cold.upstream.faults.set('*', fault)
          const answer = await cold.site.fetch(`http://www.example${path}`, {
            headers: { 'accept-language': READERS[language] },
          })
          const html = await answer.text()
          expect([path, answer.status]).toEqual([path, 502])
          expect(html).toContain(ERROR_OCCURRED[language])
          expect(html).toContain('<footer')
        }
      }
      for (const path of ['/', '/support/request', '/privacy-policy'])
        expect((await cold.site.fetch(path)).status).toBe(200)
    })
  })

  test('of a stale list are not kept for another day', async () => {
    const key = cacheKey({
      upstream: both.upstream.origin,
      brandId: 'partner-b',
      call: 'selectList',
      group_uuid: BOARD_GROUPS.notice,
    })
    const storedAt = Date.now() - 23 * 3_600_000
    await both.site.env.CACHE.put(key, superjson.stringify({ version: '', storedAt, list: [] }))
    both.upstream.faults.set('board/selectList', { kind: 'status', status: 500 })
    for (let visitor = 0; visitor < 2; visitor++) {
      const { status, headers } = await visit('/support/notice', { host: 'partner-b.example' })
      expect([status, headers.get('cache-status')]).toEqual([200, 'page; fwd=miss'])
    }
  })

  test('do not depend on parameters that they do not know, nor are kept anew for them', async () => {
    await visit('/intro')
    for (const query of ['?held=1', '?receipt=2&page=3', '?utm_source=mail'])
      expect((await visit(`/intro${query}`)).headers.get('cache-status')).toMatch(/^page; hit/)
    for (const path of ['/%69ntro', '/i%6Etro', '/i%6etro', '/intro%20', '/intro%20%20'])
      expect((await visit(path)).headers.get('cache-status'), path).toMatch(/^page; hit/)
    for (const path of ['/support/notice', '/support/notice/default-notice-1', '/support/data'])
      for (const query of path === '/support/data' ? ['?count=9992'] : ['?category=invented', '?page=999']) {
        expect((await visit(path + query)).status).toBe(200)
        expect([path, (await visit(path + query)).headers.get('cache-status')]).toEqual([path, 'page; fwd=miss'])
      }
  })

  test.each(['/support/notice', '/support/faq'])(
    'take of a repeated parameter the first valid value: %s',
    async (path) => {
      const { status, html } = await visit(`${path}?page=x&page=1&page=2`)
      expect([status, html]).toEqual([200, (await visit(path)).html])
    },
  )

  test('read the language of an address once, for the text and for the cache', async () => {
    const asked = await visit('/support/request?lng=ko-KR')
    expect(asked.html).toContain('action="/support/request?lng=ko"')
    const plain = await visit('/support/request', { language: 'ko' })
    expect(plain.html).toContain('action="/support/request"')
    expect(plain.html).toContain('rel="canonical" href="https://www.vcp-x.example/support/request"')
    expect((await visit('/support/request?lng=ko')).html).toBe(asked.html)
  })

  test.each([
    '/nowhere',
    '/support/notice/none',
    '/support/faq/none',
    '/support/notice/a%2Fb',
    '/privacy-policy/20990101',
    '/terms-of-service/x',
    '/Support/notice',
    '/%E0%A4%A',
    '/support/notice/%E0%A4%A',
    '/%E0%A4%A.js',
    '/_serverFn/',
    '/_serverFn/typed-by-a-stranger',
    '/%5FserverFn/__proto__',
  ])('answer %s with 404 and the error page', async (path) => {
    const before = both.site.logged().length
    const { status, html } = await visit(path, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(status).toBe(404)
    expect(html).toContain('A temporary error occurred.')
    expect(html).toContain('content="noindex"')
    // A line that is no JSON is not the site's own.
    expect(both.site.logged().slice(before)).not.toContainEqual(expect.any(String))
  })

  test('all stand in the sitemap with an address that answers', async () => {
    const { html: xml } = await visit('/sitemap.xml')
    const paths = [...xml.matchAll(/<loc>https:\/\/www\.vcp-x\.example([^<]*)<\/loc>/g)].map(([, path = '']) =>
      path.replaceAll('&amp;', '&'),
    )
    expect(paths.length).toBeGreaterThan(60)
    for (const path of [
      '/',
      '/support/data',
      '/support/notice/default-notice-1',
      '/privacy-policy/20230619',
      '/terms-of-service',
      '/support/faq?lng=ko',
    ])
      expect(paths).toContain(path)
    for (const path of paths.filter((_, index) => index % 3 === 0)) {
      const { status, html } = await visit(path)
      expect([path, status]).toEqual([path, 200])
      expect(html, path).toContain('application/ld+json')
    }
  })

  test('carry a policy without loopholes and the other security headers', async () => {
    for (const path of ['/', '/support/notice', '/nowhere']) {
      const { headers } = await visit(path)
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'(?: 'sha256-[^']+')+;/,
      )
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
    }
  })

  test('name their canonical and languages by the registry, whatever host was asked', async () => {
    const { html } = await visit('/support/notice', {
      host: 'evil.example',
      headers: { 'x-forwarded-host': 'evil.example' },
    })
    expect(html).toContain('rel="canonical" href="https://www.vcp-x.example/support/notice"')
    expect(html).not.toContain('evil')
  })

  test('answer 304 to whom has them, and 405 to what no page takes', async () => {
    const { headers } = await visit('/support/data')
    const again = await visit('/support/data', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect([again.status, again.html]).toEqual([304, ''])
    for (const [path, allow] of [
      ['/intro', 'GET, HEAD'],
      ['/support/request', 'GET, HEAD, POST'],
    ] as const) {
      const put = await both.site.fetch(path, { method: 'PUT' })
      expect([put.status, put.headers.get('allow')]).toEqual([405, allow])
    }
    expect(
      (
        await both.site.fetch('/support/request', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        })
      ).status,
    ).toBe(415)
  })

  test('set the CSRF cookie only where there is a form, and keep it out of what is kept', async () => {
    const cookiesOf = async (path: string) =>
      (await visit(path)).headers.getSetCookie().map((cookie) => cookie.split('=')[0])
    expect(await cookiesOf('/support/notice')).toEqual([])
    for (const path of ['/', '/support/request', '/support/affiliate'])
      expect(await cookiesOf(path)).toEqual(['XSRF-TOKEN'])
    const [one, other] = [await visit('/support/request'), await visit('/support/request')]
    expect(one.headers.getSetCookie()).not.toEqual(other.headers.getSetCookie())
    expect(other.headers.get('cache-status')).toContain('page; hit')
  })
})

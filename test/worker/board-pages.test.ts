import superjson from 'superjson'
import { describe, expect, test } from 'vitest'
import { BOARD_GROUPS } from '../../functions/contract/board.ts'
import { cacheKey } from '../../functions/lists/read-board.ts'
import { sampleBoards } from '../support/boards.ts'
import { siteWithUpstream } from '../support/site-with-upstream.ts'

const both = siteWithUpstream({ UPSTREAM_TIMEOUT_MS: '5000' })
const visit = async (path: string, host = 'www.example') => {
  const answer = await both.site.fetch(`http://${host}${path}`, { headers: { 'accept-language': 'en' } })
  return { status: answer.status, cache: answer.headers.get('cache-status'), html: await answer.text() }
}
const hrefs = (html: string) =>
  [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

describe('a notice', () => {
  test('has the notices above and below it in the full list, however one came to it', async () => {
    // The notices of the fake upstream belong to two categories in turn.
    for (const query of ['', '?category=n-service', '?category=n-service&page=2']) {
      const { html } = await visit(`/support/notice/default-notice-3${query}`)
      const links = hrefs(html).filter((href) => href.startsWith('/support/notice/default'))
      expect(links).toEqual([`/support/notice/default-notice-2${query}`, `/support/notice/default-notice-4${query}`])
      expect(hrefs(html)).toContain(`/support/notice${query}#entry-default-notice-3`)
    }
  })
})

describe('the chips', () => {
  test.each([
    ['/support/notice', 'All'],
    ['/support/notice?category=n-service', 'All'],
    ['/support/faq', 'Top'],
  ])('of %s that cannot be had leave the first one there: %s', async (path, name) => {
    const host = 'partner-a.example'
    both.upstream.faults.set('board/selectSubCategory', { kind: 'status', status: 500 })
    const { status, html } = await visit(path, host)
    expect([status, html.match(/<a [^>]*aria-current="true"[^>]*>([^<]+)</)?.[1]]).toEqual([200, name])
    const chips = html.match(
      /<nav aria-label="[^"]*"><ul[^>]*>(?:(?!<\/ul>).)*aria-current="true"(?:(?!<\/ul>).)*<\/ul>/,
    )
    expect(chips?.[0].match(/<a /g)).toHaveLength(1)
  })

  test('are there with the first one where the list itself cannot be had', async () => {
    both.upstream.faults.set('board/selectList', { kind: 'status', status: 500 })
    const { status, html } = await visit('/support/faq', 'partner-b.example')
    expect([status, html.match(/<a [^>]*aria-current="true"[^>]*>([^<]+)</)?.[1]]).toEqual([502, 'Top'])
  })
})

describe('a page that is kept', () => {
  test('is as old as the list in it', async () => {
    const list = sampleBoards('default').entries.map((entry) => ({
      ...entry,
      is_priority: true,
      subject: 'an old list',
    }))
    const key = cacheKey({
      upstream: both.upstream.origin,
      brandId: 'vcp-x',
      call: 'selectList',
      group_uuid: BOARD_GROUPS.faq,
    })
    await both.site.env.CACHE.put(key, superjson.stringify({ version: '', storedAt: Date.now() - 4 * 60_000, list }))
    expect((await visit('/support/faq')).html).toContain('an old list')
    const { cache } = await visit('/support/faq')
    expect(cache).toMatch(/^page; hit; ttl=/)
    expect(Number(cache?.split('ttl=')[1])).toBeLessThanOrEqual(60)
  })
})

describe('the sitemap', () => {
  test('names every entry of a long board', async () => {
    const notices = 5100
    both.upstream.boards.set('partner-b', sampleBoards('partner-b', { notices, questions: 3 }))
    const { html } = await visit('/sitemap.xml', 'partner-b.example')
    const paths = new Set([...html.matchAll(/<loc>https?:\/\/[^/]+([^<?]*)<\/loc>/g)].map(([, path]) => path))
    for (const path of [`/support/notice/partner-b-notice-${notices}`, '/support/faq/partner-b-faq-3'])
      expect(paths).toContain(path)
  })
})

import { describe, expect, test } from 'vitest'
import { sampleBoards } from '../support/boards.ts'
import { remoteSite } from '../support/shared-sites.ts'
import { siteWithUpstream } from '../support/site-with-upstream.ts'
import { startSite } from '../support/site.ts'

/** The brand of the registry that has the hidden features switched on, and the default brand, which has not. */
const [ON, OFF] = ['partner-b.example', 'www.example']
const EMPTY = '등록된 내용이 없습니다.'

describe('the search of the FAQ', () => {
  const served = siteWithUpstream({}, ({ boards }) =>
    boards.set('partner-b', sampleBoards('partner-b', { questions: 25 })),
  )

  const visit = async (query: string, host = ON) => {
    const answer = await served.site.fetch(`http://${host}/support/faq${query}`, {
      redirect: 'manual',
      headers: { 'accept-language': 'ko' },
    })
    return { status: answer.status, headers: answer.headers, html: await answer.text() }
  }
  const q = (text: string, more = '') => `?q=${encodeURIComponent(text)}${more}`
  const links = (html: string) =>
    [...html.matchAll(/href="(\/support\/faq\?[^"]*)"/g)].map(
      ([, href = '']) => new URLSearchParams(href.replaceAll('&amp;', '&').split('?')[1]),
    )

  test('answers by the address alone, from the whole FAQ, with the words in the box', async () => {
    const { status, html } = await visit(q('FAQ 2'))
    expect(status).toBe(200)
    // 2 and 20 to 25, of which only some have priority.
    expect(html.match(/<li id="entry-/g)).toHaveLength(7)
    expect(html).toMatch(/<input[^>]* name="q"[^>]* value="FAQ 2"/)
    expect(html).toMatch(/aria-current="true"[^>]*>전체</)
  })

  test('goes on to its pages and categories', async () => {
    const { html } = await visit(q('안내', '&category=f-usage&page=2'))
    expect(html.match(/<li id="entry-/g)).toHaveLength(10)
    expect(links(html).map((search) => search.get('q'))).toEqual(links(html).map(() => '안내'))
    expect(links(html).some((search) => search.get('category') === 'f-usage' && search.get('page') === '3')).toBe(true)
    expect(html).toContain('name="category" value="f-usage"')
  })

  test('says that there is nothing where nothing is found', async () => {
    const { status, html } = await visit(q('없는말'))
    expect([status, html.includes(EMPTY)]).toEqual([200, true])
  })

  test('takes any text for a text', async () => {
    for (const text of [
      '"><script>alert(1)</script>',
      '</script><b>',
      '\u0000\ud800',
      '(.*)+$',
      '%',
      '{{query}} $t(layout:home)',
      'a'.repeat(5000),
      `a${'😀'.repeat(99)}`,
      '__proto__',
    ]) {
      const { status, html } = await visit(q(text.toWellFormed()))
      expect([text.slice(0, 30), status]).toEqual([text.slice(0, 30), 200])
      expect(html).not.toMatch(/<script>alert|<b>/)
    }
  })

  test('is no page for search engines, which are sent to the FAQ', async () => {
    const tags = async (query: string) =>
      (await visit(query)).html.match(/<(?:meta name="robots"|link rel="canonical")[^>]*>/g)
    const canonical = '<link rel="canonical" href="https://partner-b.example/support/faq"/>'
    expect(await tags(q('안내'))).toEqual(['<meta name="robots" content="noindex"/>', canonical])
    expect(await tags('')).toEqual([canonical])
  })

  test('keeps no page, stores no list and asks the upstream for none', async () => {
    await visit('')
    const calls = served.upstream.calls.length
    const keys = async () => (await served.site.env.CACHE.list()).keys.map(({ name }) => name)
    // Its list and its categories are stored after the answer.
    await expect.poll(async () => (await keys()).filter((key) => key.includes('partner-b')).length).toBe(2)
    const before = await keys()
    for (let round = 0; round < 20; round++) {
      const { headers } = await visit(q(`안내 ${round % 10}`))
      expect(headers.get('cache-status')).toBe('page; fwd=miss')
    }
    expect(served.upstream.calls.length).toBe(calls)
    expect(await keys()).toEqual(before)
  })

  test('finds nothing of another brand', async () => {
    const { html } = await visit(q('default'))
    expect([html.includes(EMPTY), html.includes('default faq')]).toEqual([true, false])
  })

  test('is hidden on a brand that has it switched off, and its query is nobody’s', async () => {
    const box = (html: string) => /<search[^>]*>/.exec(html)?.[0]
    expect(box((await visit('')).html)).toBe('<search>')
    const plain = await visit('', OFF)
    expect(box(plain.html)).toBe('<search hidden="">')
    const asked = await visit(q('없는말'), OFF)
    expect(asked.headers.get('cache-status')).toContain('page; hit')
    expect(asked.html === plain.html).toBe(true)
  })

  test('says what happened where the list cannot be had, and keeps the words', async () => {
    const cold = await startSite({ upstream: 'http://127.0.0.1:1' })
    try {
      const answer = await cold.fetch(`http://${ON}/support/faq${q('안내')}`, { headers: { 'accept-language': 'ko' } })
      const html = await answer.text()
      expect(answer.status).toBe(502)
      expect(html).toContain('오류가 발생했습니다: ')
      expect(html).toContain('value="안내"')
    } finally {
      await cold.close()
    }
  })
})

describe('the portal button', () => {
  const served = remoteSite()

  test('is in header and drawer of every brand, hidden where it is switched off', async () => {
    const buttons = async (host: string) => {
      const html = await (await served.site.fetch(`http://${host}/support/data`)).text()
      return html
        .slice(0, html.indexOf('<main'))
        .match(/<a href="https:\/\/portal\.[^>]*>/g)
        ?.map((tag) => tag.includes('hidden=""'))
    }
    expect(await buttons(ON)).toEqual([false, false])
    expect(await buttons(OFF)).toEqual([true, true])
  })
})

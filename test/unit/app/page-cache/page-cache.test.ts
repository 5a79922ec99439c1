import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { PageCache, type SharedStore } from '../../../../app/page-cache/page-cache'
import { pageKey } from '../../../../app/page-cache/page-key'
import { resolveVisitor } from '../../../../app/request/resolve-visitor'

const MINUTE = 60_000
/** The page is renewed at this age while the one before is served. */
const JUST_OLD = 5 * MINUTE + 9000
const textOf = ({ body }: { body: Uint8Array }) => new TextDecoder().decode(body)

function setUp({ bytesMax }: { bytesMax?: number } = {}) {
  const stored = new Map<string, Response>()
  const shared: SharedStore = {
    match: async (key) => stored.get(key)?.clone(),
    put: async (key, response) => void stored.set(key, response),
    delete: async (key) => stored.delete(key),
  }
  const clock = { now: 0 }
  const work: Promise<unknown>[] = []
  const make = () => new PageCache(shared, { now: () => clock.now, ...(bytesMax && { bytesMax }) })
  const page = (html: string, change = {}) => ({
    status: 200,
    headers: [],
    body: new TextEncoder().encode(html),
    etag: `"${html}"`,
    uncacheable: false,
    dataAgeMs: 0,
    ...change,
  })
  const read = async (cache: PageCache, key: string, render: () => Promise<ReturnType<typeof page>>, version = '1') => {
    const result = await cache.read({ key, version, render, waitUntil: (job) => void work.push(job) })
    if (!result) throw new Error('The page was refused.')
    return result
  }
  return { make, clock, page, read, settled: () => Promise.all(work.splice(0)) }
}

describe('the page cache', () => {
  it('renders once in five minutes and tells the remaining time to live', async () => {
    const { make, clock, page, read } = setUp()
    const cache = make()
    const render = vi.fn(async () => page('one'))
    expect((await read(cache, 'k', render)).status).toBe('page; fwd=miss')
    clock.now = 4 * MINUTE
    expect((await read(cache, 'k', render)).status).toBe('page; hit; ttl=60')
    expect(render).toHaveBeenCalledTimes(1)
  })

  it('renders a page only for whom it may, and shows a kept one to everybody', async () => {
    const { make, page, read } = setUp()
    const cache = make()
    const render = vi.fn(async () => page('one'))
    const refused = () =>
      cache.read({ key: 'k', version: '1', render, waitUntil: () => undefined, mayRender: async () => false })
    expect(await refused()).toBeNull()
    expect(render).not.toHaveBeenCalled()
    await read(cache, 'k', render)
    expect((await refused())?.status).toContain('page; hit')
  })

  it('counts the age of a page from the oldest list in it', async () => {
    const { make, clock, page, read, settled } = setUp()
    const [cache, other] = [make(), make()]
    clock.now = 4 * MINUTE
    await read(cache, 'k', async () => page('old', { dataAgeMs: 4 * MINUTE }))
    await settled()
    for (const isolate of [cache, other])
      expect((await read(isolate, 'k', async () => page('new'))).status).toBe('page; hit; ttl=60')
    clock.now = 5 * MINUTE + 10_000
    expect(textOf((await read(cache, 'k', async () => page('new'))).page)).toBe('new')
  })

  it('neither reads nor writes when bypassed', async () => {
    const { make, page } = setUp()
    const cache = make()
    const render = vi.fn(async () => page('one'))
    const bypass = () => cache.read({ key: 'k', version: '1', render, waitUntil: () => undefined, bypass: true })
    expect([(await bypass())?.status, (await bypass())?.status]).toEqual(Array(2).fill('page; fwd=bypass'))
    expect(render).toHaveBeenCalledTimes(2)
  })

  it('serves a stale page while one request renders it again', async () => {
    const { make, clock, page, read, settled } = setUp()
    const cache = make()
    await read(cache, 'k', async () => page('old'))
    clock.now = JUST_OLD
    const render = vi.fn(async () => page('new'))
    const answers = await Promise.all([read(cache, 'k', render), read(cache, 'k', render), read(cache, 'k', render)])
    expect(answers.map((answer) => [textOf(answer.page), answer.status])).toEqual(
      Array(3).fill(['old', 'page; hit; detail=stale']),
    )
    await settled()
    expect(render).toHaveBeenCalledTimes(1)
    expect(textOf((await read(cache, 'k', render)).page)).toBe('new')
  })

  it('shares pages with other isolates of the data centre', async () => {
    const { make, page, read, settled } = setUp()
    const first = await read(make(), 'k', async () => page('one'))
    await settled()
    const second = await read(make(), 'k', async () => page('two'))
    expect(second.page).toMatchObject({ body: new TextEncoder().encode('one'), etag: first.page.etag })
  })

  it.each([{ status: 502 }, { status: 404 }, { uncacheable: true }])(
    'does not store a page with %o',
    async (change) => {
      const { make, page, read, settled } = setUp()
      const cache = make()
      await read(cache, 'k', async () => page('bad', change))
      await settled()
      expect(textOf((await read(cache, 'k', async () => page('good'))).page)).toBe('good')
    },
  )

  it('renders a page again after a publication, and serves the one before it only while that fails', async () => {
    const { make, page, read, settled } = setUp()
    const cache = make()
    await read(cache, 'k', async () => page('old'))
    await settled()
    const failing = async () => page('error', { status: 502 })
    for (const isolate of [cache, make()]) expect(textOf((await read(isolate, 'k', failing, '2')).page)).toBe('old')
    // The failure belongs to the publication before.
    expect(textOf((await read(cache, 'k', async () => page('new'), '3')).page)).toBe('new')
    expect((await read(cache, 'k', failing, '3')).status).toBe('page; hit; ttl=300')
  })

  it('keeps the stale page if rendering fails', async () => {
    const { make, clock, page, read, settled } = setUp()
    const cache = make()
    await read(cache, 'k', async () => page('old'))
    clock.now = 6 * MINUTE
    await read(cache, 'k', async () => page('failure', { status: 502 }))
    await settled()
    expect(textOf((await read(cache, 'k', async () => page('failure', { status: 502 }))).page)).toBe('old')
  })

  it.each([404, 410])('drops a page that is gone (%i), in memory and in the data centre', async (status) => {
    const { make, clock, page, read, settled } = setUp()
    const [cache, other] = [make(), make()]
    await read(cache, 'k', async () => page('old'))
    await settled()
    clock.now = JUST_OLD
    const gone = async () => page('gone', { status })
    expect(textOf((await read(cache, 'k', gone)).page)).toBe('old')
    await settled()
    for (const isolate of [cache, other]) expect((await read(isolate, 'k', gone)).page.status).toBe(status)
  })

  it('lets no visitor see a page older than five minutes and the time of one rendering while it can be rendered', async () => {
    const { make, clock, page, read } = setUp()
    const cache = make()
    await read(cache, 'k', async () => page('old'))
    clock.now = 5 * MINUTE + 10_000
    const answer = await read(cache, 'k', async () => page('new'))
    expect([textOf(answer.page), answer.status]).toEqual(['new', 'page; fwd=stale'])
    clock.now = 20 * MINUTE
    expect((await read(cache, 'k', async () => page('gone', { status: 404 }))).page.status).toBe(404)
    expect(textOf((await read(cache, 'k', async () => page('again'))).page)).toBe('again')
  })

  it.each([
    ['answers 502', { status: 502 }],
    ['lacks data', { uncacheable: true }],
    ['throws', null],
  ])('serves a page for a day while rendering it %s, then no longer', async (_, change) => {
    const { make, clock, page, read, settled } = setUp()
    const [cache, other] = [make(), make()]
    await read(cache, 'k', async () => page('old'))
    await settled()
    const render = vi.fn(async () => {
      if (!change) throw new Error('failed')
      return page('bad', change)
    })
    clock.now = 24 * 60 * MINUTE - 1
    for (const isolate of [cache, other, cache]) {
      const answer = await read(isolate, 'k', render)
      expect([textOf(answer.page), answer.status]).toEqual(['old', 'page; hit; detail=stale'])
    }
    expect(render).toHaveBeenCalledTimes(2)
    clock.now = 24 * 60 * MINUTE
    for (const isolate of [cache, other]) {
      const answer = await read(isolate, 'k', render).catch(() => null)
      expect(answer && textOf(answer.page)).toBe(change && 'bad')
    }
  })

  it("takes another isolate's newer page before it renders", async () => {
    const { make, clock, page, read, settled } = setUp()
    const [cache, other] = [make(), make()]
    await read(cache, 'k', async () => page('old'))
    await settled()
    clock.now = 12 * MINUTE
    await read(other, 'k', async () => page('new'))
    await settled()
    const render = vi.fn(async () => page('newest'))
    expect(textOf((await read(cache, 'k', render)).page)).toBe('new')
    expect(render).not.toHaveBeenCalled()
  })

  it('evicts the least recently used pages when memory is full', async () => {
    const { make, page, read } = setUp({ bytesMax: 40 })
    const cache = make()
    await read(cache, 'a', async () => page('x'.repeat(10)))
    await read(cache, 'b', async () => page('y'.repeat(10)))
    await read(cache, 'c', async () => page('z'.repeat(10)))
    const render = vi.fn(async () => page('again'))
    await read(cache, 'c', render)
    expect(render).not.toHaveBeenCalled()
  })

  it('reads an evicted page from the data centre', async () => {
    const { make, page, read, settled } = setUp({ bytesMax: 25 })
    const cache = make()
    for (const key of ['a', 'b', 'c']) await read(cache, key, async () => page(key.repeat(10)))
    await settled()
    expect(textOf((await read(cache, 'a', async () => page('again'))).page)).toBe('a'.repeat(10))
  })
})

describe("a page's key", () => {
  it('differs exactly if brand, language, decision or address differ', () => {
    const visitor = fc.record({
      host: fc.constantFrom('partner-a.example', 'partner-b.example', 'other.test'),
      locale: fc.constantFrom('ko', 'en'),
      decided: fc.boolean(),
      path: fc.constantFrom('/', '/support/notice', '/support/faq'),
      page: fc.constantFrom('', '?page=2', '?page=3'),
    })
    const keyOf = ({
      host,
      locale,
      decided,
      path,
      page,
    }: {
      host: string
      locale: string
      decided: boolean
      path: string
      page: string
    }) => {
      const url = new URL(`http://${host}${path}${page}`)
      const cookie = `i18next=${locale}${decided ? '; theme=dark' : ''}`
      const { page: shown, countryDefault } = resolveVisitor(new Request(url, { headers: { cookie } }), '', '')
      return pageKey('build', '', { visitor: shown, countryDefault }, url)
    }
    fc.assert(
      fc.property(visitor, visitor, (one, other) => {
        expect(keyOf(one) === keyOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
      }),
    )
  })
})

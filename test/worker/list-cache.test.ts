import { request } from 'node:http'
import superjson from 'superjson'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cacheKey } from '../../functions/lists/read-board.ts'
import { sampleBoards } from '../support/boards.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { type Site, startSite } from '../support/site.ts'

const MINUTES = 60_000

describe('the list cache of the built Worker', () => {
  let upstream: FakeUpstream
  let site: Site

  // Each test has its own board, so that the tests share one Worker but no cached list.
  let notices: { group_uuid: string }
  const boardsOf = (label: string) => {
    const { entries, categories } = sampleBoards(label, { questions: 0 })
    return { categories, entries: entries.map((entry) => ({ ...entry, ...notices })) }
  }

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    site = await startSite({ upstream: upstream.origin, vars: { UPSTREAM_TIMEOUT_MS: '3000' } })
  })
  beforeEach(async () => {
    notices = { group_uuid: crypto.randomUUID() }
    upstream.boards = new Map(['default', 'partner-a'].map((label) => [label, boardsOf(label)]))
    upstream.faults.clear()
    // One successful call, so that no circuit breaker stays open from the previous test.
    await site.call('board/selectList', { group_uuid: crypto.randomUUID() })
    upstream.calls.length = 0
  })
  afterAll(async () => {
    await site.close()
    await upstream.close()
  })

  const keyOf = (brandId = 'vcp-x') => cacheKey({ upstream: upstream.origin, brandId, call: 'selectList', ...notices })
  const store = async (text: string) => site.env.CACHE.put(keyOf(), text)
  /** Seconds for which a list from the cache is still fresh; NaN where it came from elsewhere. */
  const ttlOf = (answer: Response) =>
    Number(/^board; hit; ttl=(\d+)$/.exec(answer.headers.get('cache-status') ?? '')?.[1])
  const storedEntry = (age: number, subject: string) =>
    superjson.stringify({
      storedAt: Date.now() - age,
      version: '',
      list: [
        {
          board_uuid: 'stored',
          subject,
          sub_category_name: '',
          sub_category_en_name: '',
          create_date: '2026-10-01T00:00:00.000Z',
          update_date: null,
          is_priority: false,
        },
      ],
    })

  test('calls the upstream once, then answers from the cache', async () => {
    const first = await site.call('board/selectList', notices)
    const second = await site.call('board/selectList', notices)
    expect(first.headers.get('cache-status')).toBe('board; fwd=miss; stored')
    expect(ttlOf(second)).toBeGreaterThan(0)
    expect(ttlOf(second)).toBeLessThanOrEqual(300)
    expect(await second.json()).toEqual(await first.json())
    expect(upstream.callsOf('board/selectList')).toHaveLength(1)
  })

  test('stores the list in KV for other isolates', async () => {
    await site.call('board/selectList', notices)
    await expect.poll(async () => site.env.CACHE.get(keyOf())).toContain('default notice 1')
  })

  test('stores nothing of a board that does not exist: whoever invents one causes no write', async () => {
    const invented = { group_uuid: crypto.randomUUID() }
    for (const call of ['board/selectList', 'board/selectSubCategory'] as const)
      expect(await (await site.call(call, invented)).json()).toEqual({ data: [] })
    // A list of a real one is stored after it.
    await site.call('board/selectList', notices)
    await expect.poll(async () => site.env.CACHE.get(keyOf())).toContain('default notice 1')
    const { keys } = await site.env.CACHE.list()
    expect(keys.filter(({ name }) => name.includes(invented.group_uuid))).toEqual([])
  })

  test('answers from KV with what another isolate has stored', async () => {
    await store(storedEntry(1 * MINUTES, 'from another isolate'))
    const answer = await site.call('board/selectList', notices)
    expect(ttlOf(answer)).toBeGreaterThan(0)
    expect(ttlOf(answer)).toBeLessThanOrEqual(240)
    expect(await answer.text()).toContain('from another isolate')
    expect(upstream.calls).toHaveLength(0)
  })

  test('answers 200 concurrent requests on an empty cache from one upstream call', async () => {
    upstream.faults.set('board/selectList', { kind: 'slow', ms: 300 })
    const answers = await Promise.all(Array.from({ length: 200 }, () => site.call('board/selectList', notices)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(200).fill(200))
    const lists = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(lists).size).toBe(1)
    expect(upstream.callsOf('board/selectList')).toHaveLength(1)
  })

  test('answers waiting requests after the first client has disconnected', async () => {
    upstream.faults.set('board/selectList', { kind: 'slow', ms: 500 })
    const first = request(new URL('/api/board/selectList', site.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    first.on('error', () => undefined).end(JSON.stringify(notices))
    await expect.poll(() => upstream.callsOf('board/selectList').length, { interval: 10 }).toBe(1)
    const others = Array.from({ length: 20 }, () => site.call('board/selectList', notices))
    first.socket?.resetAndDestroy()
    expect((await Promise.all(others)).map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect(upstream.callsOf('board/selectList')).toHaveLength(1)
  })

  test.each([
    ['hangs', { kind: 'hang' }],
    ['answers 500', { kind: 'status', status: 500 }],
    ['closes the connection', { kind: 'reset' }],
    ['sends garbage', { kind: 'garbage', as: 'wrong-shape' }],
  ] as const)('serves the last known good list as stale while the upstream %s', async (_, fault) => {
    await store(storedEntry(20 * 60 * MINUTES, 'last known good'))
    upstream.faults.set('*', fault)
    const answer = await site.call('board/selectList', notices)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-status')).toBe('board; hit; detail=stale')
    expect(await answer.text()).toContain('last known good')
  })

  test('replaces the stale list once the upstream answers again', async () => {
    await store(storedEntry(20 * MINUTES, 'last known good'))
    upstream.faults.set('*', { kind: 'status', status: 500 })
    await site.call('board/selectList', notices)
    upstream.faults.clear()
    const answer = await site.call('board/selectList', notices)
    expect(answer.headers.get('cache-status')).toBe('board; fwd=miss; stored')
    expect(await answer.text()).toContain('default notice 1')
  })

  test('serves no list older than a day', async () => {
    await store(storedEntry(24 * 60 * MINUTES + 1, 'yesterday'))
    upstream.faults.set('*', { kind: 'status', status: 500 })
    expect((await site.call('board/selectList', notices)).status).toBe(502)
  })

  test.each([
    ['text', 'not json'],
    ['another shape', '{"json":{"storedAt":1,"version":"","list":{"a":1}}}'],
    ['no envelope', '{"json":null}'],
  ])('treats garbage in KV (%s) as a miss', async (_, garbage) => {
    await store(garbage)
    const answer = await site.call('board/selectList', notices)
    expect(answer.headers.get('cache-status')).toBe('board; fwd=miss; stored')
  })

  test('answers `x-listing` with a part of the list, and rejects an invalid header', async () => {
    const part = async (asked: string) =>
      site.fetch('/api/board/selectList', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-listing': asked },
        body: JSON.stringify(notices),
      })
    const { data } = (await (await site.call('board/selectList', notices)).json()) as { data: { board_uuid: string }[] }
    expect(await (await part('page=2&size=5')).json()).toEqual({
      data: data.slice(5, 10),
      page: 2,
      pages: 3,
      total: 12,
    })
    expect(await (await part(`around=${data[3]?.board_uuid}`)).json()).toEqual({
      data: { listed: true, previous: data[2], next: data[4] },
    })
    for (const refused of [
      'page=0&size=5',
      'size=9999999',
      'page=1&size=5&colour=red',
      'around=%00',
      'around=a&size=5',
    ])
      expect((await part(refused)).status, refused).toBe(400)
    expect(upstream.callsOf('board/selectList')).toHaveLength(1)
  })

  test('cuts every filtered list from the whole one, without a call or a stored list of its own', async () => {
    const ids = async (filter: object) => {
      const answer = await site.call('board/selectList', { ...notices, ...filter })
      const { data } = (await answer.json()) as { data: { board_uuid: string }[] }
      return data.map(({ board_uuid }) => board_uuid)
    }
    upstream.boards.get('default')?.categories.push({
      ...notices,
      sub_category_id: 'own',
      sub_category_name: '다른 이름',
      sub_category_en_name: 'Events',
    })
    await site.call('board/selectList', notices)
    expect(await ids({ search_text: 'NOTICE 12' })).toEqual(['default-notice-12'])
    expect(await ids({ sub_category_id: ['own'] })).toHaveLength(6)
    expect(await ids({ sub_category_id: ['own'], search_text: 'notice 1' })).toEqual([
      'default-notice-10',
      'default-notice-12',
    ])
    expect(await ids({ search_date: ['2026-10-29'] })).toEqual(['default-notice-2'])
    for (let invented = 0; invented < 20; invented++) {
      expect(await ids({ search_text: crypto.randomUUID() })).toEqual([])
      expect(await ids({ sub_category_id: [crypto.randomUUID()] })).toEqual([])
    }
    expect(upstream.callsOf('board/selectList')).toHaveLength(1)
    expect(upstream.callsOf('board/selectSubCategory')).toHaveLength(1)
    const { keys } = await site.env.CACHE.list()
    expect(keys.filter(({ name }) => name.includes(notices.group_uuid)).length).toBeLessThanOrEqual(2)
  })

  test('leaves out what cannot be shown, with one log line', async () => {
    const entries = upstream.boards.get('default')?.entries ?? []
    Object.assign(entries[0] ?? {}, { create_date: '' })
    Object.assign(entries[1] ?? {}, { subject: null })
    Object.assign(entries[2] ?? {}, { board_uuid: 'a/b' })
    const answer = await site.call('board/selectList', notices)
    expect(answer.status).toBe(200)
    const { data } = (await answer.json()) as { data: { board_uuid: string; create_date: string | null }[] }
    expect(data).toHaveLength(10)
    expect(data.at(-1)).toMatchObject({ board_uuid: 'default-notice-1', create_date: null })
    const lines = () => site.logged().filter((line) => (line as { code?: string }).code === 'rows-left-out')
    await expect.poll(lines).toHaveLength(1)
    expect(lines()[0]).toMatchObject({ rows: 2, fields: ['subject', 'board_uuid'] })
  })

  test('keeps the lists of brands apart', async () => {
    const [own, partner, unknown] = await Promise.all([
      site.call('board/selectList', notices, 'www.example'),
      site.call('board/selectList', notices, 'partner-a.example'),
      site.call('board/selectList', notices, 'partner-b.example'),
    ])
    expect(await own.text()).not.toContain('partner-a')
    expect(await partner.text()).not.toContain('default')
    expect(await unknown.json()).toEqual({ data: [] })
    expect(
      upstream
        .callsOf('board/selectList')
        .map((call) => call.headers['white-label'])
        .toSorted(),
    ).toEqual(['default', 'partner-a', 'partner-b'])
  })

  test('stops calling a failing upstream after a few failures', async () => {
    upstream.faults.set('*', { kind: 'status', status: 503 })
    const started = Date.now()
    for (let visitor = 0; visitor < 40; visitor++)
      expect((await site.call('board/selectList', notices)).status).toBe(502)
    // Five failures, then one probe after each pause of two seconds.
    const probes = Math.ceil((Date.now() - started) / 2000)
    expect(upstream.callsOf('board/selectList').length).toBeLessThanOrEqual(5 + probes)
    upstream.faults.clear()
    await expect.poll(async () => (await site.call('board/selectList', notices)).status, { interval: 200 }).toBe(200)
  })
})

import superjson from 'superjson'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { InvalidBodyError, UpstreamFailedError } from '../../../../functions/errors.ts'
import { type CacheRead, ListCache, listCacheStatus } from '../../../../functions/lists/list-cache.ts'

const SECOND = 1000

/** A cache with its store, clock and upstream. */
function setUp({ patienceMs = 50 }: { patienceMs?: number } = {}) {
  const stored = new Map<string, string>()
  let time = 1_000_000
  const store = {
    get: vi.fn(async (key: string) => stored.get(key) ?? null),
    put: vi.fn(async (key: string, value: string) => void stored.set(key, value)),
  }
  const options = { now: () => time, patienceMs }
  const waitUntil = vi.fn<(work: Promise<unknown>) => void>()
  const load = vi.fn(async () => ['fresh'])
  const read = (changes: Partial<CacheRead<string>> = {}): CacheRead<string> => ({
    key: 'list',
    version: '1',
    schema: z.array(z.string()),
    isKnown: true,
    load,
    waitUntil,
    ...changes,
  })
  return {
    cache: new ListCache(store, options),
    anotherIsolate: () => new ListCache(store, options),
    stored,
    store,
    waitUntil,
    load,
    read,
    later: (ms: number) => (time += ms),
  }
}

/** A list with its `Cache-Status`. */
async function statusOf(reading: ReturnType<ListCache['read']>) {
  const { list, age } = await reading
  return { list, status: listCacheStatus(age) }
}

describe('the list cache', () => {
  test('keeps a list fresh for 300 seconds', async () => {
    const { cache, load, read, later } = setUp()
    expect(await statusOf(cache.read(read()))).toEqual({ list: ['fresh'], status: 'board; fwd=miss; stored' })
    later(299 * SECOND)
    expect(await statusOf(cache.read(read()))).toEqual({ list: ['fresh'], status: 'board; hit; ttl=1' })
    later(1 * SECOND)
    expect((await statusOf(cache.read(read()))).status).toBe('board; fwd=miss; stored')
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('stores a list for a day, and another isolate answers from it', async () => {
    const { cache, anotherIsolate, store, load, read, later } = setUp()
    await cache.read(read())
    expect(store.put).toHaveBeenCalledWith('list', expect.any(String), { expirationTtl: 86_400 })
    later(60 * SECOND)
    expect(await statusOf(anotherIsolate().read(read()))).toEqual({ list: ['fresh'], status: 'board; hit; ttl=240' })
    expect(load).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['of a board', { isKnown: true }, [], 1],
    ['of a board that anybody may have invented', { isKnown: false }, [], 0],
    ['of such a board that has rows', { isKnown: false }, ['row'], 1],
  ])('stores a list %s: %o, %o', async (_, read, rows, writes) => {
    const { cache, store, load, read: reading } = setUp()
    load.mockResolvedValue(rows)
    await cache.read(reading(read))
    expect((await statusOf(cache.read(reading(read)))).status).toMatch(/^board; hit/)
    expect(store.put).toHaveBeenCalledTimes(writes)
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('serves the last known good list for a day while the upstream fails, then the failure', async () => {
    const { cache, read, later } = setUp()
    await cache.read(read())
    const load = vi.fn(async () => Promise.reject(new UpstreamFailedError('down')))
    later(86_399 * SECOND)
    expect(await statusOf(cache.read(read({ load })))).toEqual({ list: ['fresh'], status: 'board; hit; detail=stale' })
    later(1 * SECOND)
    await expect(cache.read(read({ load }))).rejects.toThrow('down')
  })

  test('loads a list again after a publication, and serves the one before it while the upstream fails', async () => {
    const { cache, anotherIsolate, read } = setUp()
    await cache.read(read())
    const fails = async () => Promise.reject(new UpstreamFailedError('down'))
    for (const isolate of [cache, anotherIsolate()])
      expect(await statusOf(isolate.read(read({ version: '2', load: fails })))).toEqual({
        list: ['fresh'],
        status: 'board; hit; detail=stale',
      })
    const load = async () => ['published']
    expect((await cache.read(read({ version: '2', load }))).list).toEqual(['published'])
    expect((await cache.read(read({ version: '2' }))).list).toEqual(['published'])
  })

  test('never answers after a publication from a look-up that was started before it', async () => {
    const { cache, read } = setUp({ patienceMs: 60_000 })
    const slow = Promise.withResolvers<string[]>()
    const before = cache.read(read({ load: () => slow.promise }))
    const after = cache.read(read({ version: '2', load: async () => ['published'] }))
    expect((await after).list).toEqual(['published'])
    slow.resolve(['fresh'])
    await before
    expect((await cache.read(read({ version: '2', load: async () => ['published'] }))).list).toEqual(['published'])
  })

  test('serves the newest list that it has while the upstream fails, though the store has an older one', async () => {
    const { cache, store, read, later } = setUp()
    await cache.read(read())
    store.put.mockRejectedValue(new Error('KV'))
    vi.spyOn(console, 'error').mockReturnValueOnce()
    later(1 * SECOND)
    await cache.read(read({ version: '2', load: async () => ['published'] }))
    const load = async () => Promise.reject(new UpstreamFailedError('down'))
    expect((await cache.read(read({ version: '3', load }))).list).toEqual(['published'])
  })

  test('serves a stale list for upstream failures only', async () => {
    const { cache, read, later } = setUp()
    await cache.read(read())
    later(400 * SECOND)
    const load = async () => Promise.reject(new InvalidBodyError([]))
    await expect(cache.read(read({ load }))).rejects.toBeInstanceOf(InvalidBodyError)
  })

  test('shares one look-up among concurrent requests, and starts another one for later requests', async () => {
    const { cache, store, read } = setUp()
    const load = vi.fn(async () => Promise.reject(new UpstreamFailedError('down')))
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => cache.read(read({ load }))))
    expect(outcomes.every((outcome) => outcome.status === 'rejected')).toBe(true)
    expect(load).toHaveBeenCalledTimes(1)
    expect(store.get).toHaveBeenCalledTimes(1)
    expect((await cache.read(read())).list).toEqual(['fresh'])
  })

  test('keeps a shared look-up alive after the first client has disconnected', async () => {
    const { cache, waitUntil, read } = setUp()
    const load = async () => Promise.reject(new UpstreamFailedError('down'))
    const answer = cache.read(read({ load })).catch(() => 'failed')
    expect(waitUntil).toHaveBeenCalledTimes(1)
    expect(await answer).toBe('failed')
    await expect(waitUntil.mock.calls[0]?.[0]).resolves.toBeUndefined()
  })

  test('stops waiting for a look-up whose request was dropped', async () => {
    const { cache, load, read } = setUp()
    void cache.read(read({ load: () => new Promise(() => undefined) }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => cache.read(read())))
    expect(answers.map((answer) => answer.list)).toEqual(Array(20).fill(['fresh']))
    expect(load).toHaveBeenCalledTimes(1)
  })

  test.each([
    '',
    'null',
    '[]',
    '{"json":{"storedAt":"x","list":["y"]}}',
    '{"json":{"storedAt":1000000,"list":[7]}}',
    '{"json":{"storedAt":1000000}}\n"the format of an earlier build"',
  ])('treats a stored "%s" as a miss', async (garbage) => {
    const { cache, stored, read } = setUp()
    stored.set('list', garbage)
    expect((await statusOf(cache.read(read()))).status).toBe('board; fwd=miss; stored')
  })

  test('works without its store', async () => {
    const { cache, store, read } = setUp()
    store.get.mockRejectedValue(new Error('KV is down'))
    store.put.mockRejectedValue(new Error('KV is down'))
    expect((await cache.read(read())).list).toEqual(['fresh'])
    expect((await statusOf(cache.read(read()))).status).toBe('board; hit; ttl=300')
  })

  test('does not trust a stored time in the future', async () => {
    const { cache, stored, read } = setUp()
    stored.set('list', superjson.stringify({ version: '', storedAt: 9_000_000_000, list: ['from the future'] }))
    expect((await cache.read(read())).list).toEqual(['fresh'])
  })

  test('bounds its memory by lists, without mixing up their keys', async () => {
    const { cache, store, load, read } = setUp()
    for (let number = 0; number < 150; number++) {
      const { list } = await cache.read(read({ key: `list ${number}`, load: async () => [`value ${number}`] }))
      expect(list).toEqual([`value ${number}`])
    }
    store.get.mockClear()
    expect((await cache.read(read({ key: 'list 149' }))).list).toEqual(['value 149'])
    expect(store.get).not.toHaveBeenCalled()
    expect((await cache.read(read({ key: 'list 3' }))).list).toEqual(['value 3'])
    expect(store.get).toHaveBeenCalledTimes(1)
    expect(load).not.toHaveBeenCalled()
  })

  test('bounds its memory by rows', async () => {
    const { cache, store, read } = setUp()
    const rows = (count: number) => async () => Array<string>(count).fill('row')
    const readsStore = async (key: string) => {
      store.get.mockClear()
      await cache.read(read({ key }))
      return store.get.mock.calls.length > 0
    }
    await cache.read(read({ key: 'a', load: rows(25_000) }))
    await cache.read(read({ key: 'b', load: rows(25_000) }))
    expect([await readsStore('a'), await readsStore('b')]).toEqual([false, false])
    await cache.read(read({ key: 'c', load: rows(25_000) }))
    expect([await readsStore('b'), await readsStore('c'), await readsStore('a')]).toEqual([false, false, true])
  })
})

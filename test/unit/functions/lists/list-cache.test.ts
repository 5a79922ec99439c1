import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type CacheRead, type Codec, ListCache } from '../../../../functions/lists/list-cache.ts'
import { InvalidBodyError, UpstreamFailedError } from '../../../../functions/errors.ts'

const SECOND = 1000

const entry = z.object({ storedAt: z.number(), value: z.string() })
const codec: Codec<string> = {
  write: (kept) => new TextEncoder().encode(JSON.stringify(kept)),
  read: (stored) => entry.parse(JSON.parse(new TextDecoder().decode(stored))),
  sizeOf: (value) => value.length,
}

/** A store, a clock and a visitor in one; each test turns what it needs. */
function stage({ patienceMs = 50 }: { patienceMs?: number } = {}) {
  const stored = new Map<string, Uint8Array<ArrayBuffer>>()
  let time = 1_000_000
  const store = {
    get: vi.fn(async (key: string) => stored.get(key)?.buffer ?? null),
    put: vi.fn(async (key: string, value: Uint8Array<ArrayBuffer>) => void stored.set(key, value)),
  }
  const clock = { now: () => time, patienceMs }
  const waitUntil = vi.fn<(work: Promise<unknown>) => void>()
  const load = vi.fn(async () => 'fresh')
  const read = (changes: Partial<CacheRead<string>> = {}): CacheRead<string> => ({
    key: 'list',
    codec,
    load,
    waitUntil,
    ...changes,
  })
  return {
    cache: new ListCache(store, clock),
    isolate: () => new ListCache(store, clock),
    stored,
    store,
    waitUntil,
    load,
    read,
    later: (ms: number) => (time += ms),
  }
}

describe('the list cache', () => {
  test('is fresh for 300 seconds and not one more', async () => {
    const { cache, load, read, later } = stage()
    expect(await cache.read(read())).toEqual({ value: 'fresh', status: 'board; fwd=miss; stored' })
    later(299 * SECOND)
    expect(await cache.read(read())).toEqual({ value: 'fresh', status: 'board; hit; ttl=1' })
    later(1 * SECOND)
    expect((await cache.read(read())).status).toBe('board; fwd=miss; stored')
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('stores for a day and lets another isolate answer from it', async () => {
    const { cache, isolate, store, load, read, later } = stage()
    await cache.read(read())
    expect(store.put).toHaveBeenCalledWith('list', expect.any(Uint8Array), { expirationTtl: 86_400 })
    later(60 * SECOND)
    expect((await isolate().read(read())).status).toBe('board; hit; ttl=240')
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('serves the last known good for a day while the upstream fails, then the failure', async () => {
    const { cache, read, later } = stage()
    await cache.read(read())
    const load = vi.fn(async () => Promise.reject(new UpstreamFailedError('down')))
    later(86_399 * SECOND)
    expect(await cache.read(read({ load }))).toEqual({ value: 'fresh', status: 'board; hit; detail=stale' })
    later(1 * SECOND)
    await expect(cache.read(read({ load }))).rejects.toThrow('down')
  })

  test("hides no failure but the upstream's behind a stale answer", async () => {
    const { cache, read, later } = stage()
    await cache.read(read())
    later(400 * SECOND)
    const load = async () => Promise.reject(new InvalidBodyError([]))
    await expect(cache.read(read({ load }))).rejects.toBeInstanceOf(InvalidBodyError)
  })

  test('asks once for all who ask at the same moment, and again for those who come later', async () => {
    const { cache, store, read } = stage()
    const load = vi.fn(async () => Promise.reject(new UpstreamFailedError('down')))
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => cache.read(read({ load }))))
    expect(outcomes.every((outcome) => outcome.status === 'rejected')).toBe(true)
    expect(load).toHaveBeenCalledTimes(1)
    expect(store.get).toHaveBeenCalledTimes(1)
    expect((await cache.read(read())).value).toBe('fresh')
  })

  test('keeps a look-up that others may share alive after its visitor has gone', async () => {
    const { cache, waitUntil, read } = stage()
    const load = async () => Promise.reject(new UpstreamFailedError('down'))
    const answer = cache.read(read({ load })).catch(() => 'failed')
    expect(waitUntil).toHaveBeenCalledTimes(1)
    expect(await answer).toBe('failed')
    await expect(waitUntil.mock.calls[0]?.[0]).resolves.toBeUndefined()
  })

  test('does not wait for ever for a look-up whose request was dropped', async () => {
    const { cache, load, read } = stage()
    void cache.read(read({ load: () => new Promise(() => undefined) }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => cache.read(read())))
    expect(answers.map((answer) => answer.value)).toEqual(Array(20).fill('fresh'))
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('takes a store that fails or holds garbage for an empty one', async () => {
    const { isolate, stored, store, read } = stage()
    for (const garbage of ['', 'null', '[]', '{"storedAt":"x","value":"y"}', '{"storedAt":1000000,"value":7}']) {
      stored.set('list', new TextEncoder().encode(garbage))
      expect((await isolate().read(read())).status).toBe('board; fwd=miss; stored')
    }
    store.get.mockRejectedValue(new Error('KV is down'))
    store.put.mockRejectedValue(new Error('KV is down'))
    expect((await isolate().read(read())).value).toBe('fresh')
  })

  test('does not trust a stored time from the future', async () => {
    const { cache, stored, read } = stage()
    stored.set('list', codec.write({ storedAt: 9_000_000_000, value: 'from the future' }))
    expect((await cache.read(read())).value).toBe('fresh')
  })

  test('keeps its memory small and its keys apart', async () => {
    const { cache, load, read } = stage()
    for (let number = 0; number < 150; number++) {
      const { value } = await cache.read(read({ key: `list ${number}`, load: async () => `value ${number}` }))
      expect(value).toBe(`value ${number}`)
    }
    expect((await cache.read(read({ key: 'list 3' }))).value).toBe('value 3')
    expect(load).not.toHaveBeenCalled()
  })

  test('lets go of long lists by their bytes, but keeps the newest however long it is', async () => {
    const { cache, store, read } = stage()
    const long: Codec<string> = { ...codec, sizeOf: () => 20 * 1_048_576 }
    const longer: Codec<string> = { ...codec, sizeOf: () => 60 * 1_048_576 }
    const asked = async (key: string, size: Codec<string>) => {
      store.get.mockClear()
      await cache.read(read({ key, codec: size }))
      return store.get.mock.calls.length > 0
    }
    for (const key of ['a', 'b']) await asked(key, long)
    expect([await asked('b', long), await asked('a', long)]).toEqual([false, true])
    await asked('c', longer)
    expect([await asked('c', longer), await asked('a', long)]).toEqual([false, true])
  })
})

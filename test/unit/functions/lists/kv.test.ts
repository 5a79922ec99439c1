import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { MaintenanceSwitch } from '../../../../app/request/maintenance-switch'
import { withDeadlines } from '../../../../functions/deadlines/bindings.ts'
import type { KvReader, KvWriter } from '../../../../functions/lists/kv.ts'
import { ListCache } from '../../../../functions/lists/list-cache.ts'

/** What a namespace does that fails, or that answers never. */
const FAULTS: [what: string, act: () => Promise<never>][] = [
  ['fails', () => Promise.reject(new TypeError('secretword'))],
  ['hangs', () => new Promise<never>(() => undefined)],
]

/** A time of its own for each test, because a log line comes once a minute. */
let hour = Date.now()
const nextHour = () => (hour += 3_600_000)

describe.each(FAULTS)('a KV namespace that %s', (what, act) => {
  const { CACHE: store } = withDeadlines<{ CACHE: KvReader & KvWriter }>({ CACHE: { get: act, put: act } })
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const lines = () => log.mock.calls.map(([line]) => JSON.parse(String(line)) as { code: string; error: string })

  beforeEach(() => {
    vi.useFakeTimers({ now: nextHour() })
    log.mockClear()
  })
  afterEach(() => vi.useRealTimers())

  const readList = (cache: ListCache, waitUntil = vi.fn()) =>
    cache.read({
      key: 'list',
      version: '',
      schema: z.array(z.string()),
      isKnown: true,
      load: async () => ['fresh'],
      waitUntil,
    })

  test('delays a list by half a second at most, and is logged once a minute', async () => {
    const answers = [readList(new ListCache(store)), readList(new ListCache(store))]
    await vi.advanceTimersByTimeAsync(500)
    expect((await Promise.all(answers)).map(({ list }) => list)).toEqual([['fresh'], ['fresh']])
    const unread = () => lines().filter(({ code }) => code === 'kv-unread')
    expect(unread()).toEqual([expect.objectContaining({ error: what === 'fails' ? 'TypeError' : 'StoreTimeoutError' })])
    await vi.advanceTimersByTimeAsync(60_000)
    void readList(new ListCache(store))
    await vi.advanceTimersByTimeAsync(500)
    expect(unread()).toHaveLength(2)
    expect(JSON.stringify(lines())).not.toContain('secretword')
  })

  test('leaves the site open, or in the maintenance that was known last', async () => {
    const cold = new MaintenanceSwitch().read(store, Date.now())
    await vi.advanceTimersByTimeAsync(500)
    expect((await cold).inForce).toBeNull()
    expect(lines().map(({ code }) => code)).toEqual(['kv-unread'])

    const window = { start: new Date(Date.now()).toISOString(), hours: 1 }
    const stored = JSON.stringify({ ...window, reason_ko: '점검', reason_en: 'Work' })
    const entry = { ...window, reason: { ko: '점검', en: 'Work' } }
    const maintenance = new MaintenanceSwitch()
    expect((await maintenance.read({ get: async () => stored }, Date.now())).inForce).toEqual(entry)
    const later = maintenance.read(store, Date.now() + 60_000)
    await vi.advanceTimersByTimeAsync(500)
    expect((await later).inForce).toEqual(entry)
  })
})

test('a failing write is logged once a minute', async () => {
  vi.useFakeTimers({ now: nextHour() })
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const store = { get: async () => null, put: async () => Promise.reject(new Error('KV')) }
  for (const key of ['a', 'b']) {
    const work: Promise<unknown>[] = []
    const waitUntil = (job: Promise<unknown>) => void work.push(job)
    await new ListCache(store).read({
      key,
      version: '',
      schema: z.array(z.string()),
      isKnown: true,
      load: async () => ['fresh'],
      waitUntil,
    })
    await Promise.all(work)
  }
  expect(log.mock.calls.map(([line]) => (JSON.parse(String(line)) as { code: string }).code)).toEqual(['kv-unwritten'])
  vi.useRealTimers()
  log.mockRestore()
})

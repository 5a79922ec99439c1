import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { PageCache, type SharedStore } from '../../../../app/page-cache/page-cache'
import {
  announceChange,
  announceMissed,
  announceOrRepeat,
  CONTENT_KEY,
  ContentVersion,
} from '../../../../functions/lists/content-version'
import { ListCache } from '../../../../functions/lists/list-cache'

const SECOND = 1000
/** Within this time a publication is seen everywhere (docs/contract.md#9). */
const LIVE_WITHIN = 60 * SECOND
const START = Date.parse('2026-11-20T00:00:00Z')

interface Entry {
  text: string
  publishedAt: number
  withdrawn: boolean
}

/** Storage that all isolates share. KV is as slow as documented: what a place has read it keeps for 30 s. */
class World {
  now = START
  number = 0
  readonly entries = new Map<number, Entry>()
  readonly kv = new Map<string, string>()
  readonly pages = new Map<string, Response>()
  /** What the public list was from which time on. */
  readonly history: { from: number; text: string }[] = [{ from: START, text: '' }]

  publicText(): string {
    return [...this.entries.values()]
      .filter(({ publishedAt, withdrawn }) => publishedAt <= this.now && !withdrawn)
      .map(({ text }) => text)
      .join(',')
  }

  #note(at: number): void {
    this.history.push({ from: at, text: this.publicText() })
  }

  change(id: number, entry: Entry): void {
    this.entries.set(id, entry)
    this.number += 1
    this.#note(this.now)
  }

  /** Moves the clock, and notes what each scheduled publication on the way changes. */
  wait(milliseconds: number): void {
    const until = this.now + milliseconds
    const due = [...this.entries.values()].map(({ publishedAt }) => publishedAt)
    for (const time of due.filter((each) => each > this.now && each <= until).sort((a, b) => a - b)) {
      this.now = time
      this.#note(time)
    }
    this.now = until
  }

  /** Every list that was public at some time in the last minute. */
  recentTexts(): string[] {
    const since = this.now - LIVE_WITHIN
    return this.history
      .filter((_, index) => (this.history[index + 1]?.from ?? Infinity) > since)
      .map(({ text }) => text)
  }

  database() {
    const scheduled = () =>
      [...this.entries.values()]
        .filter(({ publishedAt, withdrawn }) => publishedAt > this.now && !withdrawn)
        .map(({ publishedAt }) => publishedAt)
        .sort((a, b) => a - b)
        .map((time) => ({ published_at: new Date(time).toISOString() }))
    return {
      prepare: () => ({ bind: () => null }),
      batch: async () => [{ results: [{ number: this.number }] }, { results: scheduled() }],
    } as unknown as D1Database
  }
}

/** One isolate with its own memory and its own view of KV. */
class Isolate {
  readonly version = new ContentVersion()
  readonly #world: World
  readonly #seen = new Map<string, { at: number; value: string | null }>()
  readonly #lists: ListCache
  readonly #pages: PageCache

  constructor(world: World) {
    this.#world = world
    const now = () => world.now
    this.#lists = new ListCache(
      {
        get: async (key) => world.kv.get(key) ?? null,
        put: async (key, value) => void world.kv.set(key, value),
      },
      { now },
    )
    const shared = {
      match: async (key: string) => world.pages.get(key)?.clone(),
      put: async (key: string, response: Response) => void world.pages.set(key, response),
      delete: async (key: string) => world.pages.delete(key),
    } satisfies SharedStore & { delete: unknown }
    this.#pages = new PageCache(shared, { now })
  }

  readonly kv = {
    get: async (key: string) => {
      const seen = this.#seen.get(key)
      if (seen && this.#world.now - seen.at < 30 * SECOND) return seen.value
      const value = this.#world.kv.get(key) ?? null
      this.#seen.set(key, { at: this.#world.now, value })
      return value
    },
    put: async (key: string, value: string) => void this.#world.kv.set(key, value),
  } as unknown as KVNamespace

  announce() {
    return announceChange({ DB: this.#world.database(), CACHE: this.kv }, this.#world.now, this.version)
  }

  /** The same as a command of an operator does it. @returns what goes on in the background */
  async publish(): Promise<Promise<unknown>[]> {
    const background: Promise<unknown>[] = []
    const env = { DB: this.#world.database(), CACHE: this.kv }
    await announceOrRepeat(env, this.#world.now, (work) => void background.push(work), this.version)
    return background
  }

  /** The text of the page at one address, as the Worker makes it. */
  async visit(): Promise<string> {
    const pending: Promise<unknown>[] = []
    const waitUntil = (work: Promise<unknown>) => void pending.push(work)
    const keyOf = async (name: string) => `${name} ${await this.version.read(this.kv, this.#world.now)}`
    const read = await this.#pages.read({
      key: await keyOf('page'),
      waitUntil,
      render: async () => {
        const { list } = await this.#lists.read({
          key: await keyOf('list'),
          schema: z.array(z.string()),
          isKnown: true,
          load: async () => [this.#world.publicText()],
          waitUntil,
        })
        const body = new TextEncoder().encode(list[0])
        return { status: 200, headers: [], body, etag: '""', uncacheable: false, dataAgeMs: 0 }
      },
    })
    await Promise.all(pending)
    return new TextDecoder().decode(read?.page.body)
  }
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a publication', () => {
  const step = fc.record({
    isolate: fc.nat(1),
    entry: fc.nat(5),
    action: fc.constantFrom('publish', 'correct', 'schedule', 'withdraw'),
    delay: fc.integer({ min: 1, max: 400 * SECOND }),
    waits: fc.array(fc.integer({ min: 1, max: 45 * SECOND }), { maxLength: 6 }),
  })

  test('is seen at once where it was made, and in the other isolate within 60 s: 1,000 random ones', async () => {
    let publications = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 20 }), async (steps) => {
        const world = new World()
        const isolates = [new Isolate(world), new Isolate(world)]
        for (const [index, { isolate, entry, action, delay, waits }] of steps.entries()) {
          publications += 1
          world.change(entry, {
            text: `${entry}v${index}`,
            publishedAt: action === 'schedule' ? world.now + delay : world.now,
            withdrawn: action === 'withdraw',
          })
          await isolates[isolate]?.announce()
          expect(await isolates[isolate]?.visit()).toBe(world.publicText())
          for (const wait of waits) {
            world.wait(wait)
            for (const each of isolates) expect(world.recentTexts()).toContain(await each.visit())
          }
        }
      }),
      { numRuns: 50 },
    )
    expect(publications).toBeGreaterThanOrEqual(1000)
  })

  test('made in two isolates at a time is announced with the newest number, in whatever order KV takes them', async () => {
    const world = new World()
    const [first, second] = [new Isolate(world), new Isolate(world)]
    world.change(1, { text: 'one', publishedAt: world.now, withdrawn: false })
    const put = first.kv.put.bind(first.kv)
    // The second publication happens while the first one is on its way to KV.
    vi.spyOn(first.kv, 'put').mockImplementationOnce(async (...args: unknown[]) => {
      world.change(2, { text: 'two', publishedAt: world.now, withdrawn: false })
      await second.announce()
      await put(...(args as [string, string]))
    })
    await first.announce()
    expect(JSON.parse(world.kv.get(CONTENT_KEY) ?? '')).toMatchObject({ number: 2 })
  })

  test('is announced although KV refuses the first write', async () => {
    const world = new World()
    const isolate = new Isolate(world)
    vi.spyOn(isolate.kv, 'put').mockRejectedValueOnce(new Error('429'))
    world.change(1, { text: 'one', publishedAt: world.now, withdrawn: false })
    await isolate.announce()
    expect(world.kv.has(CONTENT_KEY)).toBe(true)
  })
})

describe('a publication that KV does not take', () => {
  const withdrawn = { text: 'wrong', publishedAt: START, withdrawn: true }
  /** Does work that waits for the clock. */
  async function finish<T>(work: Promise<T>, seconds = 60): Promise<T> {
    const done = Promise.allSettled([work])
    await vi.advanceTimersByTimeAsync(seconds * SECOND)
    await done
    return work
  }
  async function inTwoIsolates() {
    vi.useFakeTimers()
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const world = new World()
    world.change(1, { ...withdrawn, withdrawn: false })
    const [own, other] = [new Isolate(world), new Isolate(world)]
    await own.announce()
    expect([await own.visit(), await other.visit()]).toEqual(['wrong', 'wrong'])
    world.change(1, withdrawn)
    return { world, own, other, logged }
  }

  test.each([
    ['fails', () => Promise.reject(new Error('KV'))],
    ['hangs', () => new Promise<void>(() => undefined)],
  ])('is made, logged and announced once KV works again, where it %s', async (_, put) => {
    const { world, own, other, logged } = await inTwoIsolates()
    const real = own.kv.put.bind(own.kv)
    let isBroken = true
    vi.spyOn(own.kv, 'put').mockImplementation((...args: unknown[]) =>
      isBroken ? put() : real(...(args as [string, string])),
    )
    const background = await finish(own.publish(), 6)
    expect(background).toHaveLength(1)
    expect(await own.visit(), 'at once where it was made').toBe('')
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('change-unannounced'))
    isBroken = false
    await finish(Promise.all(background))
    world.wait(60 * SECOND)
    expect(await other.visit()).toBe('')
  })

  test('is announced by the hourly run, which writes nothing else', async () => {
    const { world, own, other } = await inTwoIsolates()
    const env = { DB: world.database(), CACHE: own.kv }
    const put = vi.spyOn(own.kv, 'put').mockRejectedValue(new Error('KV'))
    await finish(Promise.all(await finish(own.publish())))
    put.mockRestore()
    const written = vi.spyOn(own.kv, 'put')
    vi.spyOn(own.kv, 'get').mockImplementation((async () => world.kv.get(CONTENT_KEY) ?? null) as never)
    await announceMissed(env, world.now)
    expect(written).toHaveBeenCalledTimes(1)
    await announceMissed(env, world.now)
    expect(written).toHaveBeenCalledTimes(1)
    world.wait(60 * SECOND)
    expect(await other.visit()).toBe('')
  })

  test('is announced with the next change', async () => {
    const { world, own, other } = await inTwoIsolates()
    const put = vi.spyOn(own.kv, 'put').mockRejectedValue(new Error('KV'))
    await finish(Promise.all(await finish(own.publish())))
    put.mockRestore()
    world.change(2, { text: 'new', publishedAt: START, withdrawn: false })
    expect(await other.publish()).toEqual([])
    world.wait(60 * SECOND)
    expect([await own.visit(), await other.visit()]).toEqual(['new', 'new'])
  })
})

describe('the content version of an isolate', () => {
  test('reads KV once in ten seconds, and never goes back', async () => {
    const entry = (number: number) => JSON.stringify({ number, scheduled: [] })
    const get = vi.fn(async () => entry(7))
    const version = new ContentVersion()
    for (let request = 0; request < 100; request += 1) await version.read({ get } as never, START + request)
    expect(get).toHaveBeenCalledTimes(1)
    get.mockImplementation(async () => entry(6))
    expect(await version.read({ get } as never, START + 10 * SECOND)).toBe('7')
  })

  test('stays as it was while KV fails, hangs or holds garbage', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const version = new ContentVersion()
    version.observe({ number: 3, scheduled: [] })
    const answers = [() => Promise.reject(new Error('KV')), () => new Promise(() => {}), async () => '{"number":"x"}']
    for (const [index, get] of answers.entries())
      expect(await version.read({ get } as never, START + index * 20 * SECOND)).toBe('3')
  })

  test('changes at the time of a scheduled publication', async () => {
    const version = new ContentVersion()
    version.observe({ number: 3, scheduled: [START + 5000, START + 8000] })
    const store = { get: async () => null } as never
    const at = (seconds: number) => version.read(store, START + seconds * SECOND)
    expect([await at(4), await at(5), await at(7), await at(8)]).toEqual([
      '3',
      `3@${START + 5000}`,
      `3@${START + 5000}`,
      `3@${START + 8000}`,
    ])
  })
})

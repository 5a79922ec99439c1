import { z } from 'zod'
import { PageCache, type SharedStore } from '../../app/page-cache/page-cache'
import { withDeadlines } from '../../functions/deadlines/bindings'
import { UpstreamError, UpstreamFailedError } from '../../functions/errors'
import { announceChange, announceMadeChange, ContentVersion } from '../../functions/lists/content-version'
import { ListCache } from '../../functions/lists/list-cache'

/* Isolates with both caches, in front of a KV and a database that they share. */

export const SECOND = 1000
/** Within this time a publication is seen everywhere (docs/contract.md#9). */
const LIVE_WITHIN = 60 * SECOND
export const START = Date.parse('2026-11-20T00:00:00Z')

interface Entry {
  text: string
  publishedAt: number
  withdrawn: boolean
}

/** Storage that all isolates share. KV is as slow as documented: what a place has read it keeps for 30 s. */
export class World {
  now = START
  number = 0
  additions = 0
  /** Of the database, for visitors; changes and announcements succeed all the same. */
  isFailing = false
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
    if (this.entries.get(id)?.withdrawn !== false && !entry.withdrawn) this.additions += 1
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
      batch: async () => [{ results: [{ number: this.number, additions: this.additions }] }, { results: scheduled() }],
    } as unknown as D1Database
  }
}

/** One isolate with its own memory and its own view of KV. */
export class Isolate {
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

  /** The same as a command of an operator does it. */
  async publish(): Promise<void> {
    const env = withDeadlines({ DB: this.#world.database(), CACHE: this.kv })
    await announceMadeChange(env, this.#world.now, this.version)
  }

  /** The text of the page at one address, as the Worker makes it; null where it cannot. */
  async visit(): Promise<string | null> {
    const pending: Promise<unknown>[] = []
    const waitUntil = (work: Promise<unknown>) => void pending.push(work)
    const keyOf = async (name: string) => {
      const { version, removals } = await this.version.read(this.kv, this.#world.now)
      return { key: `${name} ${removals}`, version }
    }
    const reading = this.#pages.read({
      ...(await keyOf('page')),
      waitUntil,
      render: async () => {
        const { list, age } = await this.#lists.read({
          ...(await keyOf('list')),
          schema: z.array(z.string()),
          isKnown: true,
          load: async () => {
            if (this.#world.isFailing) throw new UpstreamFailedError('down')
            return [this.#world.publicText()]
          },
          waitUntil,
        })
        const body = new TextEncoder().encode(list[0])
        return { status: 200, headers: [], body, etag: '""', uncacheable: age.stale, dataAgeMs: age.ageMs }
      },
    })
    const read = await reading.catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error
    })
    await Promise.all(pending)
    return read ? new TextDecoder().decode(read.page.body) : null
  }
}

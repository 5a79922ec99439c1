import { LRUCache } from 'lru-cache'
import superjson from 'superjson'
import { z } from 'zod'
import { UpstreamError } from '../errors.ts'
import { within } from '../deadlines/deadline.ts'
import { readKv, writeKv, type KvReader, type KvWriter } from './kv.ts'

export interface CacheRead<T> {
  /** From `cacheKey` (read-board.ts). */
  key: string
  /** Of the content (content-version.ts): a list from before it is not fresh. Empty for a remote upstream. */
  version: string
  /** Checks what comes back from the store; anything else is a miss. */
  schema: z.ZodType<T[]>
  /** Whether the list exists. What anybody may have invented is stored only where it has rows: a write in KV costs more than a call. */
  isKnown: boolean
  /** Calls the upstream. */
  load(): Promise<T[]>
  /** `ctx.waitUntil` of the request. */
  waitUntil(work: Promise<unknown>): void
}

/** What the cache says of a list. */
export interface ListAge {
  /** Whether it was kept, in memory or in the store; else the upstream was asked now. */
  hit: boolean
  /** Whether it is the last known good list, because the upstream fails. */
  stale: boolean
  /** Since the upstream was asked, in milliseconds. */
  ageMs: number
}

export interface CachedList<T> {
  list: T[]
  age: ListAge
}

interface Entry<T> {
  /** Milliseconds since epoch. */
  storedAt: number
  /** Under which it was loaded. */
  version: string
  list: T[]
}

/** How long a list is served without asking the upstream again. Pages that show it are as fresh as it is (app/page-cache). */
export const LIST_FRESH_SECONDS = 300
/** How long it may be served as last known good, while the upstream fails. */
const LIST_KEPT_SECONDS = 86_400
const FRESH_MS = LIST_FRESH_SECONDS * 1000
const KEPT_MS = LIST_KEPT_SECONDS * 1000
/** Lists in memory, and rows of all of them: some 30 MB, a quarter of an isolate. A longer list is read from KV each time. */
const MEMORY_LISTS_MAX = 100
const MEMORY_ROWS_MAX = 60_000
/** Look-ups of other requests that a request waits for in vain before it starts its own. */
const WAITS_MAX = 2

/**
 * Read-through cache of lists: the isolate's memory, then KV, then the upstream. Concurrent requests share one look-up.
 * A list is fresh for five minutes, if nothing is published meanwhile; for a day it is the last known good list, served while the upstream
 * fails.
 */
export class ListCache {
  readonly #store: KvReader & KvWriter
  readonly #now: () => number
  readonly #patienceMs: number
  readonly #memory = new LRUCache<string, Entry<unknown>>({
    max: MEMORY_LISTS_MAX,
    maxSize: MEMORY_ROWS_MAX,
    sizeCalculation: ({ list }) => list.length + 1,
  })
  readonly #pending = new Map<string, Promise<CachedList<unknown>>>()

  /** @param options.patienceMs wait for another request's look-up, a little longer than the deadlines of KV and upstream together. */
  constructor(
    store: KvReader & KvWriter,
    { now = Date.now, patienceMs = 1500 }: { now?: () => number; patienceMs?: number } = {},
  ) {
    this.#store = store
    this.#now = now
    this.#patienceMs = patienceMs
  }

  /** @throws UpstreamError where neither the upstream nor a stored list can answer. */
  async read<T>(read: CacheRead<T>): Promise<CachedList<T>> {
    const entry = this.#memory.get(read.key)
    if (entry && this.#isFresh(entry, read)) return this.#answer(entry) as CachedList<T>
    for (let waits = 0; waits < WAITS_MAX; waits++) {
      const pending = this.#pending.get(lookUpOf(read))
      if (!pending) break
      const answer = await this.#waitFor(lookUpOf(read), pending)
      if (answer) return answer as CachedList<T>
    }
    return (await this.#startLookUp(read)) as CachedList<T>
  }

  /**
   * Waits for the look-up of another request; null if that takes too long.
   * workerd drops a request whose client resets the connection, and its promises then never settle.
   * `waitUntil` in `#startLookUp` keeps the look-up alive for up to 30 seconds; after that this timer ends the wait.
   */
  async #waitFor(lookUp: string, pending: Promise<CachedList<unknown>>): Promise<CachedList<unknown> | null> {
    const answer = await within(this.#patienceMs, pending, () => null)
    if (answer === null && this.#pending.get(lookUp) === pending) this.#pending.delete(lookUp)
    return answer
  }

  #startLookUp<T>(read: CacheRead<T>): Promise<CachedList<unknown>> {
    const lookUp: Promise<CachedList<unknown>> = this.#lookUp(read).finally(() => {
      if (this.#pending.get(lookUpOf(read)) === lookUp) this.#pending.delete(lookUpOf(read))
    })
    this.#pending.set(lookUpOf(read), lookUp)
    // The first client may disconnect while other requests wait for the look-up.
    read.waitUntil(lookUp.catch(() => undefined))
    return lookUp
  }

  async #lookUp<T>(read: CacheRead<T>): Promise<CachedList<unknown>> {
    const [stored, own] = [await this.#stored(read), this.#memory.get(read.key)]
    const entry = stored && own && own.storedAt >= stored.storedAt ? own : (stored ?? own)
    if (entry && this.#isFresh(entry, read)) {
      this.#memory.set(read.key, entry)
      return this.#answer(entry)
    }
    try {
      const loaded = { storedAt: this.#now(), version: read.version, list: await read.load() }
      this.#memory.set(read.key, loaded)
      if (read.isKnown || loaded.list.length > 0) read.waitUntil(this.#save(read.key, loaded))
      return { list: loaded.list, age: { hit: false, stale: false, ageMs: 0 } }
    } catch (error) {
      if (!(error instanceof UpstreamError) || !entry || this.#now() - entry.storedAt >= KEPT_MS) throw error
      this.#memory.set(read.key, entry)
      return this.#answer(entry, true)
    }
  }

  /** The entry in the store; undefined where the store fails or holds something else. */
  async #stored<T>({ key, schema }: CacheRead<T>): Promise<Entry<unknown> | undefined> {
    const stored = await readKv(this.#store, key)
    if (typeof stored !== 'string') return undefined
    try {
      return z.object({ storedAt: z.number(), version: z.string(), list: schema }).parse(superjson.parse(stored))
    } catch {
      return undefined
    }
  }

  /** A store that fails costs only the other isolates: this one has the list in memory. */
  #save(key: string, entry: Entry<unknown>): Promise<void> {
    return writeKv(this.#store, key, superjson.stringify(entry), { expirationTtl: LIST_KEPT_SECONDS })
  }

  #isFresh(entry: Entry<unknown>, { version }: Pick<CacheRead<unknown>, 'version'>): boolean {
    const age = this.#now() - entry.storedAt
    return entry.version === version && age >= 0 && age < FRESH_MS
  }

  #answer({ storedAt, list }: Entry<unknown>, stale = false): CachedList<unknown> {
    return { list, age: { hit: true, stale, ageMs: this.#now() - storedAt } }
  }
}

/** `Cache-Status` of a list (RFC 9211, docs/contract.md#5). */
export function listCacheStatus({ hit, stale, ageMs }: ListAge): string {
  if (!hit) return 'board; fwd=miss; stored'
  return stale ? 'board; hit; detail=stale' : `board; hit; ttl=${Math.ceil((FRESH_MS - ageMs) / 1000)}`
}

/** A look-up that was started before a publication must not answer after it. */
const lookUpOf = ({ key, version }: Pick<CacheRead<unknown>, 'key' | 'version'>) => JSON.stringify([key, version])

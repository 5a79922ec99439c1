import { LIST_FRESH_SECONDS, LIST_KEPT_SECONDS, MEGABYTE } from '../contract/limits.ts'
import { UpstreamFailedError, UpstreamTimeoutError } from '../errors.ts'

/** The part of KV that the cache uses. */
export interface CacheStore {
  get(key: string, type: 'arrayBuffer'): Promise<ArrayBuffer | null>
  put(key: string, value: Uint8Array<ArrayBuffer>, options: { expirationTtl: number }): Promise<void>
}

/** How a value stands in the store. */
export interface Codec<T> {
  write(entry: Entry<T>): Uint8Array<ArrayBuffer>
  /** @throws where what was stored does not fit. */
  read(stored: ArrayBuffer): Entry<T>
  /** Bytes that the value takes up in memory. */
  sizeOf(value: T): number
}

/** What a read needs from the request it happens in. */
export interface CacheRead<T> {
  /** From `cacheKey`. */
  key: string
  /** What comes back from the store and does not fit is a miss. */
  codec: Codec<T>
  /** Asks the upstream. */
  load(): Promise<T>
  /** Keeps work alive after the visitor has gone, as `ctx.waitUntil`. */
  waitUntil(work: Promise<unknown>): void
}

/** A value with its `Cache-Status` (RFC 9211, contract: The edge's own API). */
export interface CacheAnswer<T> {
  value: T
  status: string
}

/** A value and the moment it was stored, in ms since epoch. */
export interface Entry<T> {
  storedAt: number
  value: T
}
interface Remembered extends Entry<unknown> {
  bytes: number
}

const FRESH_MS = LIST_FRESH_SECONDS * 1000
const KEPT_MS = LIST_KEPT_SECONDS * 1000
const MEMORY_ENTRIES_MAX = 100
/** A quarter of an isolate. The newest value stays, however long it is. */
const MEMORY_BYTES_MAX = 32 * MEGABYTE
/** Look-ups of others that a request waits for in vain before it does its own. */
const WAITS_MAX = 2

/**
 * Read-through cache of lists: this isolate's memory, then KV, then the upstream, one request for all who ask at the same moment.
 * Fresh for five minutes; kept for a day as last known good, which serves while the upstream fails.
 */
export class ListCache {
  readonly #store: CacheStore
  readonly #now: () => number
  readonly #patienceMs: number
  readonly #memory = new Map<string, Remembered>()
  readonly #underWay = new Map<string, Promise<CacheAnswer<unknown>>>()

  /** @param options.patienceMs how long to wait for another request's look-up: a little longer than the upstream's deadline. */
  constructor(
    store: CacheStore,
    { now = Date.now, patienceMs = 1500 }: { now?: () => number; patienceMs?: number } = {},
  ) {
    this.#store = store
    this.#now = now
    this.#patienceMs = patienceMs
  }

  /** @throws UpstreamFailedError or UpstreamTimeoutError where neither the upstream nor a stored value can answer. */
  async read<T>(read: CacheRead<T>): Promise<CacheAnswer<T>> {
    const entry = this.#memory.get(read.key)
    if (entry && this.#isFresh(entry)) return this.#hit(entry) as CacheAnswer<T>
    for (let waits = 0; waits < WAITS_MAX; waits++) {
      const underWay = this.#underWay.get(read.key)
      if (!underWay) break
      const answer = await this.#waitFor(read.key, underWay)
      if (answer) return answer as CacheAnswer<T>
    }
    return (await this.#shared(read)) as CacheAnswer<T>
  }

  /**
   * Waits for the look-up that another request has begun; null if that takes too long.
   * workerd drops a request whose visitor resets the connection, and its promise then never settles: those who share it would hang.
   * `waitUntil` in `#shared` keeps such a look-up alive, for 30 seconds at most; past that this request's own timer ends the wait.
   */
  async #waitFor(key: string, underWay: Promise<CacheAnswer<unknown>>): Promise<CacheAnswer<unknown> | null> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), this.#patienceMs)
    })
    try {
      const answer = await Promise.race([underWay, tooLong])
      if (answer === null && this.#underWay.get(key) === underWay) this.#underWay.delete(key)
      return answer
    } finally {
      clearTimeout(timer)
    }
  }

  #shared<T>(read: CacheRead<T>): Promise<CacheAnswer<unknown>> {
    const lookUp: Promise<CacheAnswer<unknown>> = this.#lookUp(read).finally(() => {
      if (this.#underWay.get(read.key) === lookUp) this.#underWay.delete(read.key)
    })
    this.#underWay.set(read.key, lookUp)
    // The visitor who began it may leave; those who wait for it have not.
    read.waitUntil(lookUp.catch(() => undefined))
    return lookUp
  }

  async #lookUp<T>(read: CacheRead<T>): Promise<CacheAnswer<unknown>> {
    const entry = (await this.#stored(read)) ?? this.#memory.get(read.key) ?? null
    if (entry && this.#isFresh(entry)) {
      this.#remember(read, entry)
      return this.#hit(entry)
    }
    try {
      const fresh = { storedAt: this.#now(), value: await read.load() }
      this.#remember(read, fresh)
      read.waitUntil(this.#keep(read, fresh))
      return { value: fresh.value, status: 'board; fwd=miss; stored' }
    } catch (error) {
      const upstreamFailed = error instanceof UpstreamFailedError || error instanceof UpstreamTimeoutError
      if (!upstreamFailed || !entry || this.#now() - entry.storedAt >= KEPT_MS) throw error
      this.#remember(read, entry)
      return { value: entry.value, status: 'board; hit; detail=stale' }
    }
  }

  async #stored<T>({ key, codec }: CacheRead<T>): Promise<Entry<unknown> | null> {
    try {
      const stored = await this.#store.get(key, 'arrayBuffer')
      return stored && codec.read(stored)
    } catch {
      // A store that fails, or that holds what nobody can read, is one that holds nothing.
      return null
    }
  }

  /** What the store refuses, such as more than its 25 MiB, lives in this isolate alone. */
  async #keep<T>({ key, codec }: CacheRead<T>, entry: Entry<T>): Promise<void> {
    await this.#store.put(key, codec.write(entry), { expirationTtl: LIST_KEPT_SECONDS }).catch(() => undefined)
  }

  /** Keeps the newest hundred entries within the bytes, the last one used at the end. */
  #remember<T>({ key, codec }: CacheRead<T>, { storedAt, value }: Entry<unknown>): void {
    this.#memory.delete(key)
    this.#memory.set(key, { storedAt, value, bytes: codec.sizeOf(value as T) })
    let bytes = 0
    for (const entry of this.#memory.values()) bytes += entry.bytes
    for (const [oldest, entry] of this.#memory) {
      if (oldest === key || (this.#memory.size <= MEMORY_ENTRIES_MAX && bytes <= MEMORY_BYTES_MAX)) break
      this.#memory.delete(oldest)
      bytes -= entry.bytes
    }
  }

  #isFresh(entry: Entry<unknown>): boolean {
    const age = this.#now() - entry.storedAt
    return age >= 0 && age < FRESH_MS
  }

  #hit({ storedAt, value }: Entry<unknown>): CacheAnswer<unknown> {
    const ttl = Math.ceil((FRESH_MS - (this.#now() - storedAt)) / 1000)
    return { value, status: `board; hit; ttl=${ttl}` }
  }
}

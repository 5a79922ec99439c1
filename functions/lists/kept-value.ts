import type { z } from 'zod'
import { logFailure } from '../log.ts'
import { readKv, type KvReader } from './kv.ts'

/** Together with KV's own 30 s, every isolate follows a change within 60 s (docs/contract.md#1, docs/contract.md#9). */
const KEPT_MS = 10_000
const KV_CACHE_SECONDS = 30

interface Options<T> {
  /** In KV, and the path in log lines. */
  key: string
  schema: z.ZodType<T>
  /** Code of the log line about an invalid text. */
  unreadable: string
  /** What is known after an answer of KV: null for a missing entry, undefined for an invalid one. */
  next: (read: T | null | undefined, known: T | null) => T | null
}

/** A value of KV that an isolate keeps for ten seconds. While KV fails, the last known one stays. */
export class KeptValue<T> {
  readonly #options: Options<T>
  #value: T | null = null
  #readAt = -Infinity
  #logged: string | null = null

  constructor(options: Options<T>) {
    this.#options = options
  }

  /** @param now milliseconds since epoch */
  async read(store: KvReader, now: number, requestId: string | null): Promise<T | null> {
    if (now - this.#readAt < KEPT_MS && now >= this.#readAt) return this.#value
    // During a refresh concurrent requests use the known value; the very first requests all read.
    if (this.#readAt > -Infinity) this.#readAt = now
    const text = await readKv(store, this.#options.key, { cacheTtl: KV_CACHE_SECONDS })
    if (text !== undefined) this.take(text === null ? null : this.#parse(text, requestId))
    this.#readAt = now
    return this.#value
  }

  /** Takes over what is known from elsewhere, as if KV had answered it. */
  take(read: T | null | undefined): void {
    this.#value = this.#options.next(read, this.#value)
  }

  /** Undefined for an invalid text, which is logged once. */
  #parse(text: string, requestId: string | null): T | undefined {
    const { key, schema, unreadable } = this.#options
    const { data, error } = schema.safeParse(jsonOrNull(text))
    if (error && this.#logged !== text) {
      this.#logged = text
      const faults = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
      logFailure('error', { requestId, method: 'KV', path: key, code: unreadable, faults }, error)
    }
    return data
  }
}

/** Null for what is no JSON. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { z } from 'zod'
import type { Env } from '../env.ts'
import { logFailure } from '../log.ts'
import { selectScheduled } from '../database/board-item.ts'
import { selectChanges } from '../database/content-version.ts'
import { readKv, type KvReader } from './kv.ts'

/** KV key of what the caches must know about the operator's content. */
export const CONTENT_KEY = 'content-version'

/** Together with KV's own 30 s, every isolate follows a publication within 60 s (docs/contract.md#9). */
const CACHED_MS = 10_000
const KV_CACHE_SECONDS = 30
/** Publications that the entry names ahead; each one after them is named by a later announcement. */
const SCHEDULED_MAX = 500

const contentSchema = z.object({
  /** Counts the changes, from `content_version` in D1. */
  number: z.int(),
  /** Coming publications in milliseconds since epoch, ascending. */
  scheduled: z.array(z.number()),
})
type Content = z.output<typeof contentSchema>

/**
 * The version of the operator's content in the keys of list cache and page cache. It changes with each change that an operator
 * makes, and at the time of each scheduled publication, by the clock of the isolate. One per isolate (decision 031).
 */
export class ContentVersion {
  #content: Content | null = null
  #readAt = -Infinity

  /**
   * @param now milliseconds since epoch
   * @returns empty before the first change; the last known one while KV fails
   */
  async read(store: KvReader, now: number, requestId: string | null = null): Promise<string> {
    if (now - this.#readAt >= CACHED_MS || now < this.#readAt) {
      // During a refresh concurrent requests use the known version; the very first requests all read.
      if (this.#readAt > -Infinity) this.#readAt = now
      const text = await readKv(store, CONTENT_KEY, { cacheTtl: KV_CACHE_SECONDS })
      if (typeof text === 'string') this.#parse(text, requestId)
      this.#readAt = now
    }
    if (!this.#content) return ''
    const passed = this.#content.scheduled.findLast((time) => time <= now)
    return passed === undefined ? `${this.#content.number}` : `${this.#content.number}@${passed}`
  }

  #parse(text: string, requestId: string | null): void {
    try {
      this.learn(contentSchema.parse(JSON.parse(text)))
    } catch (error) {
      logFailure('error', { requestId, method: 'KV', path: CONTENT_KEY, code: 'content-version-unreadable' }, error)
    }
  }

  /** Takes a newer content at once; an older one, which KV may still give, changes nothing. */
  learn(content: Content): void {
    if (content.number >= (this.#content?.number ?? 0)) this.#content = content
  }
}

const isolateVersion = new ContentVersion()
/** The version that this isolate knows. */
export const contentVersion = (store: KvReader, requestId: string | null, now = Date.now()) =>
  isolateVersion.read(store, now, requestId)

/**
 * Tells all isolates that the content has changed, and this one at once. Two changes at a time may reach KV in either order, so
 * the announcement is repeated until it names the newest.
 */
export async function announceChange(
  { DB, CACHE }: Pick<Env, 'DB' | 'CACHE'>,
  now = Date.now(),
  isolate = isolateVersion,
): Promise<void> {
  let announced: Content | null = null
  for (;;) {
    const current = await contentOf(DB, now)
    if (announced && announced.number >= current.number) return
    announced = current
    isolate.learn(current)
    await CACHE.put(CONTENT_KEY, JSON.stringify(current)).catch(async () => {
      // KV takes one write to a key in a second.
      await new Promise((resume) => setTimeout(resume, 1100))
      await CACHE.put(CONTENT_KEY, JSON.stringify(current))
    })
  }
}

/** What KV must hold now: the number of changes, and the publications that are still to come. */
export async function contentOf(db: D1Database, now: number): Promise<Content> {
  const [count, scheduled] = await db.batch<{ number: number; published_at: string }>([
    selectChanges(db),
    selectScheduled(db, new Date(now), SCHEDULED_MAX),
  ])
  return {
    number: count?.results[0]?.number ?? 0,
    scheduled: (scheduled?.results ?? []).map(({ published_at }) => Date.parse(published_at)),
  }
}

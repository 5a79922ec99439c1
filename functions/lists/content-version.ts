import { z } from 'zod'
import type { Env } from '../env.ts'
import { ALL_BRANDS } from '../contract/scope.ts'
import { selectScheduled } from '../database/board-item.ts'
import { selectChanges } from '../database/content-changes.ts'
import { logFailure } from '../log.ts'
import { jsonOrNull, KeptValue } from './kept-value.ts'
import type { KvReader } from './kv.ts'

/** KV key of what the caches must know about the operator's content. */
export const CONTENT_KEY = 'content-version'

/** Publications that the entry names ahead; each one after them is named by a later announcement. */
const SCHEDULED_MAX = 500

const contentSchema = z.object({
  /** Counts the changes, from `content_version` in D1. */
  number: z.int(),
  /** Coming publications in milliseconds since epoch, ascending. */
  scheduled: z.array(z.number()),
  /** How many of the changes have only added something. */
  additions: z.int(),
})
type Content = z.output<typeof contentSchema>

/** What list cache and page cache must know of the operator's content; empty texts before the first change (decision 003). */
export interface ContentState {
  /**
   * Changes with each change that an operator makes, and at the time of each scheduled publication, by the clock of the isolate. What is
   * kept is fresh only under the version under which it was made.
   */
  version: string
  /** Changes with each change that takes something away. In the keys: what is kept from before such a change is never shown. */
  removals: string
}

const UNCHANGED: ContentState = { version: '', removals: '' }

/** The state of the operator's content that an isolate knows. One per isolate. */
export class ContentVersion {
  readonly #content = new KeptValue<Content>({
    key: CONTENT_KEY,
    schema: contentSchema,
    unreadable: 'content-version-unreadable',
    // KV may give an older content for a while.
    next: (read, known) => (read && read.number >= (known?.number ?? 0) ? read : known),
  })

  /**
   * @param now milliseconds since epoch
   * @returns the last known one while KV fails
   */
  async read(store: KvReader, now: number, requestId: string | null = null): Promise<ContentState> {
    const content = await this.#content.read(store, now, requestId)
    if (!content) return UNCHANGED
    const { number, scheduled, additions } = content
    const passed = scheduled.findLast((time) => time <= now)
    const version = passed === undefined ? `${number}` : `${number}@${passed}`
    return { version, removals: `${number - additions} removals` }
  }

  /** Takes a newer content at once; an older one changes nothing. */
  observe(content: Content): void {
    this.#content.take(content)
  }
}

const isolateVersion = new ContentVersion()
/** The state that this isolate knows. */
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
    isolate.observe(current)
    await write(CACHE, current).catch(async () => {
      // KV takes one write to a key in a second.
      await pause(1100)
      await write(CACHE, current)
    })
  }
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms))

const write = (store: KVNamespace, content: Content) => store.put(CONTENT_KEY, JSON.stringify(content))

/**
 * The same for a change that has been made, whatever becomes of its announcement: what KV does not take is announced by the next change, or by
 * the next minute. Never throws.
 */
export async function announceMadeChange(
  env: Pick<Env, 'DB' | 'CACHE'>,
  now: number,
  isolate = isolateVersion,
): Promise<void> {
  await announceChange(env, now, isolate).catch((error: unknown) => {
    const place = { requestId: null, method: 'KV', path: CONTENT_KEY, code: 'change-unannounced' }
    logFailure('error', place, error)
  })
}

/** Announces what KV has not taken. Writes nothing where KV names the newest number. */
export async function announceMissed(env: Pick<Env, 'DB' | 'CACHE'>, now: number): Promise<void> {
  const [{ number }, text] = await Promise.all([contentOf(env.DB, now), env.CACHE.get(CONTENT_KEY)])
  if (text === null && number === 0) return
  const known = contentSchema.safeParse(jsonOrNull(text ?? '')).data
  if (!known || known.number < number) await announceChange(env, now)
}

/** What KV must hold now: the numbers of changes, and the publications that are still to come. */
async function contentOf(db: D1Database, now: number): Promise<Content> {
  const [count, scheduled] = await db.batch<{ number: number; additions: number; published_at: string }>([
    selectChanges(db),
    selectScheduled(db, ALL_BRANDS, new Date(now), SCHEDULED_MAX),
  ])
  const { number, additions } = count?.results[0] ?? { number: 0, additions: 0 }
  return {
    number,
    additions,
    scheduled: (scheduled?.results ?? []).map(({ published_at }) => Date.parse(published_at)),
  }
}

import type { Env } from '../env.ts'
import { outboxOf } from '../outbox/brand-outbox.ts'

/** One line of an inquiry's history, as its outbox keeps it. */
export interface HistoryEvent {
  /** ISO 8601. */
  at: string
  /** accepted, attempt, delivered, undelivered, retried, files, destroyed. */
  event: string
  detail: string | null
}
export interface OutboxCounts {
  accepted: number
  queued: number
  delivered: number
  undelivered: number
  destroyed: number
  oldestQueuedAt: string | null
  lastFailure: string | null
}
/** What the admin asks an outbox. */
interface OutboxCalls {
  history(receipt: string): Promise<HistoryEvent[]>
  counts(): Promise<OutboxCounts>
  retry(receipt: string): Promise<boolean>
  destroy(receipt: string): Promise<boolean>
}
const callsOf = (env: Env, brandId: string) => outboxOf(env, brandId) as unknown as OutboxCalls

/** Brand ids of the outboxes that exist, whether or not their brand is still in the registry. */
export async function outboxIds({ DB }: Pick<Env, 'DB'>): Promise<string[]> {
  const { results } = await DB.prepare('SELECT brand_id FROM outbox ORDER BY brand_id').all<{ brand_id: string }>()
  return results.map(({ brand_id }) => brand_id)
}

/** The outbox of an inquiry; all of them for an inquiry of an older build, which does not name its brand. */
const outboxesOf = async (env: Env, brandId: string | null) =>
  (brandId === null ? await outboxIds(env) : [brandId]).map((id) => callsOf(env, id))

/** The history of an inquiry; empty where no outbox knows it any more. */
export async function historyOf(env: Env, brandId: string | null, receipt: string): Promise<HistoryEvent[]> {
  const outboxes = await outboxesOf(env, brandId)
  const histories = await Promise.all(outboxes.map((outbox) => outbox.history(receipt)))
  return histories.find((events) => events.length > 0) ?? []
}

/** Lets the outbox try again at once. False where it has nothing to send. */
export async function retryNow(env: Env, brandId: string | null, receipt: string): Promise<boolean> {
  const outboxes = await outboxesOf(env, brandId)
  return (await Promise.all(outboxes.map((outbox) => outbox.retry(receipt)))).some(Boolean)
}

/** Deletes contents and files from the outbox; the receipt stays. */
export async function destroyInOutbox(env: Env, brandId: string | null, receipt: string): Promise<void> {
  const outboxes = await outboxesOf(env, brandId)
  await Promise.all(outboxes.map((outbox) => outbox.destroy(receipt)))
}

/** The counts of all outboxes together. */
export async function countsOfAll(env: Env): Promise<OutboxCounts> {
  const ids = await outboxIds(env)
  const counts = await Promise.all(ids.map((id) => callsOf(env, id).counts()))
  const sum = (name: 'accepted' | 'queued' | 'delivered' | 'undelivered' | 'destroyed') =>
    counts.reduce((total, count) => total + count[name], 0)
  const [oldest] = counts
    .filter(({ oldestQueuedAt }) => oldestQueuedAt !== null)
    .toSorted((one, other) => String(one.oldestQueuedAt).localeCompare(String(other.oldestQueuedAt)))
  return {
    accepted: sum('accepted'),
    queued: sum('queued'),
    delivered: sum('delivered'),
    undelivered: sum('undelivered'),
    destroyed: sum('destroyed'),
    oldestQueuedAt: oldest?.oldestQueuedAt ?? null,
    lastFailure: oldest?.lastFailure ?? null,
  }
}

import type { Env } from '../env.ts'
import { listOutboxes, outboxOf } from '../outbox/brand-outbox.ts'
import type { MailStatus } from '../mail/mail-store.ts'
import type { DeliveredReceipt, HistoryEvent, OutboxCounts } from '../outbox/records.ts'

/** The outbox of an inquiry; all of them for an inquiry of an older build, which does not name its brand. */
const outboxesOf = async (env: Env, brandId: string | null) =>
  (brandId === null ? await listOutboxes(env) : [brandId]).map((id) => outboxOf(env, id))

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
  const ids = await listOutboxes(env)
  const counts = await Promise.all(ids.map((id) => outboxOf(env, id).counts()))
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

/** A delivered inquiry as its outbox knows it: nothing that the visitor typed. */
export interface DeliveredRow extends DeliveredReceipt {
  /** Id of its outbox. */
  brand: string
}

/** A page of what all outboxes have delivered, the last delivered first. */
export interface DeliveredPage {
  rows: DeliveredRow[]
  /** For the next page; null after the last one. */
  before: string | null
}

/** @param before `before` of the page before. Rows of the same millisecond are never on two pages. */
export async function deliveredOfAll(env: Env, limit: number, before: string | null): Promise<DeliveredPage> {
  const pages = await Promise.all(
    (await listOutboxes(env)).map(async (brand) =>
      (await outboxOf(env, brand).delivered(limit, before)).map((row) => ({ brand, ...row })),
    ),
  )
  const newest = pages.flat().toSorted((one, other) => other.deliveredAt.localeCompare(one.deliveredAt))
  const last = newest[limit - 1]
  if (!last) return { rows: newest, before: null }
  return { rows: newest.filter(({ deliveredAt }) => deliveredAt >= last.deliveredAt), before: last.deliveredAt }
}

/** How the mails of all outboxes stand; `last` is the newest answer. */
export async function mailOfAll(env: Env): Promise<MailStatus> {
  const ids = await listOutboxes(env)
  const all = await Promise.all(ids.map((id) => outboxOf(env, id).mailStatus()))
  const sum = (name: 'waiting' | 'refused') => all.reduce((total, status) => total + status[name], 0)
  const [last = null] = all
    .flatMap((status) => status.last ?? [])
    .toSorted((one, other) => other.at.localeCompare(one.at))
  return { waiting: sum('waiting'), refused: sum('refused'), last }
}

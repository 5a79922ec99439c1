import { brands } from '../brand/hosts.ts'
import { ALL_BRANDS, type Scope } from '../contract/scope.ts'
import type { Env } from '../env.ts'
import type { MailStatus } from './mail-store.ts'
import { listOutboxes, outboxOf } from './brand-outbox.ts'
import type { OutboxCounts } from './history-and-counts.ts'

/**
 * The outbox of an inquiry.
 * @param brand of its row; older releases did not store the brand, so that it may be none
 */
export async function outboxOfInquiry(env: Env, brand: string, receipt: string): Promise<ReturnType<typeof outboxOf>> {
  if (brands.some(({ id }) => id === brand)) return outboxOf(env, brand)
  const ids = await listOutboxes(env)
  if (!ids.includes(brand)) for (const id of ids) if (await outboxOf(env, id).stateOf(receipt)) return outboxOf(env, id)
  return outboxOf(env, brand)
}

/** Brand ids of all outboxes, also of those that D1 does not know yet, or the registry no longer. */
export const everyOutbox = (env: Env): Promise<string[]> =>
  listOutboxes(
    env,
    brands.map(({ id }) => id),
  )

/**
 * Whether the site is being restored: until then what is there of its rows, files and outboxes does not fit together.
 * @param ids of `everyOutbox`
 */
export async function isRestoring(env: Env, ids: readonly string[]): Promise<boolean> {
  const ask = async (id: string) => outboxOf(env, id).isRestoring()
  // A deployment ends all of them at once; they start again when they are asked.
  const answers = await Promise.allSettled(ids.map((id) => ask(id).catch(() => ask(id))))
  return answers.some((answer) => answer.status === 'fulfilled' && answer.value)
}

/** The outboxes of a scope. */
const outboxesIn = async (env: Env, scope: Scope): Promise<string[]> =>
  scope === ALL_BRANDS ? listOutboxes(env) : [scope.id]

/** The counts of the outboxes of a scope together. */
export async function countsOfAll(env: Env, scope: Scope): Promise<OutboxCounts> {
  const ids = await outboxesIn(env, scope)
  const counts = await Promise.all(ids.map((id) => outboxOf(env, id).counts()))
  const sum = (name: 'accepted' | 'queued' | 'delivered' | 'undelivered' | 'destroyed' | 'everDelivered') =>
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
    everDelivered: sum('everDelivered'),
    oldestQueuedAt: oldest?.oldestQueuedAt ?? null,
    lastFailure: oldest?.lastFailure ?? null,
  }
}

/** How the mails of the outboxes of a scope stand; `last` is the newest answer, and each outbox names its own that were given up. */
export async function mailOfAll(env: Env, scope: Scope): Promise<MailStatus> {
  const ids = await outboxesIn(env, scope)
  const all = await Promise.all(ids.map((id) => outboxOf(env, id).mailStatus()))
  const sum = (name: 'waiting' | 'refused') => all.reduce((total, status) => total + status[name], 0)
  const newestFirst = <T extends { at: string }>(records: T[]) =>
    records.toSorted((one, other) => other.at.localeCompare(one.at))
  const [last = null] = newestFirst(all.flatMap((status) => status.last ?? []))
  const givenUp = newestFirst(all.flatMap((status) => status.givenUp))
  return { waiting: sum('waiting'), refused: sum('refused'), last, givenUp }
}

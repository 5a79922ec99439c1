import type { Env } from '../env.ts'
import { latestChecks, type Check } from '../routes/health.ts'
import type { UpstreamCall } from '../upstream/upstream.ts'
import { oneMonthAfter } from '../contract/retention.ts'
import type { OutboxCounts } from '../outbox/records.ts'
import { mailOffReason } from '../mail/mailer.ts'
import type { MailStatus } from '../mail/mail-store.ts'
import { countsOfAll, mailOfAll } from './outboxes.ts'
import { inboxCounts, type InboxState } from './inbox.ts'

/** What waits, at a glance. Times are ISO 8601. */
export interface Overview {
  /** Whether another system keeps what is delivered, so that nothing is new here. */
  remote: boolean
  /** How many are in each state, and since when the oldest waits. */
  waiting: Record<Exclude<InboxState, 'processed'>, { n: number; oldest: string | null }>
  /** Why the oldest queued and the oldest undelivered inquiry could not be delivered. */
  failures: { queued: string | null; undelivered: string | null }
  processed: number
  /** When the next processed inquiry is destroyed. */
  nextDestruction: string | null
  /** How many the outboxes have ever accepted, and what became of them. */
  outboxes: OutboxCounts
  /** Mails to operators and visitors; `off` names the setting that is missing. */
  mail: MailStatus & { off: 'MAIL_FROM' | 'MAIL' | null }
  /** Whether each binding and the upstream answers. */
  checks: Check[]
}

/**
 * Reads what waits, each from an index, and asks the bindings.
 * @param raw the Worker's env as the runtime gives it
 */
export async function readOverview(
  env: Env,
  raw: object,
  call: UpstreamCall,
  ctx: ExecutionContext,
): Promise<Overview> {
  const { DB } = env
  const oldest = (state: string) =>
    DB.prepare('SELECT accepted_at FROM inbox WHERE state = ? ORDER BY id LIMIT 1')
      .bind(state)
      .first<string>('accepted_at')
  const failure = (state: string) =>
    DB.prepare(
      'SELECT last_failure FROM undelivered_inquiry WHERE receipt = (SELECT receipt FROM inbox WHERE state = ? ORDER BY id LIMIT 1)',
    )
      .bind(state)
      .first<string>('last_failure')
  const earliest = (table: string) =>
    DB.prepare(`SELECT min(processed_at) AS at FROM ${table} WHERE processed_at IS NOT NULL`).first<string>('at')
  const [checks, outboxes, mail, counts, fresh, queued, undelivered, whyQueued, whyUndelivered, ...processed] =
    await Promise.all([
      latestChecks(raw, call, ctx),
      countsOfAll(env),
      mailOfAll(env),
      inboxCounts(env),
      oldest('new'),
      oldest('queued'),
      oldest('undelivered'),
      failure('queued'),
      failure('undelivered'),
      earliest('inquiry'),
      earliest('undelivered_inquiry'),
    ])
  const count = (state: InboxState) => counts.filter((row) => row.state === state).reduce((sum, { n }) => sum + n, 0)
  const [first] = processed.filter((at) => at !== null).toSorted()
  return {
    remote: env.UPSTREAM_URL !== null,
    waiting: {
      new: { n: count('new'), oldest: fresh },
      queued: { n: count('queued'), oldest: queued },
      undelivered: { n: count('undelivered'), oldest: undelivered },
    },
    failures: { queued: whyQueued, undelivered: whyUndelivered },
    processed: count('processed'),
    nextDestruction: first ? oneMonthAfter(new Date(first)).toISOString() : null,
    outboxes,
    mail: { off: mailOffReason(env), ...mail },
    checks,
  }
}

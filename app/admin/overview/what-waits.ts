import type { Context } from 'hono'
import { type MaintenanceEntry, readMaintenance } from '../../../functions/commands/maintenance'
import type { BoardName } from '../../../functions/contract/board'
import { monthsAfter, UNMARKED_MONTHS, unmarkedNotice } from '../../../functions/contract/retention'
import { ALL_BRANDS } from '../../../functions/contract/scope'
import { countDrafts } from '../../../functions/database/board-draft'
import { nextPublication } from '../../../functions/database/board-item'
import { countUnmarked, nextDestruction } from '../../../functions/database/inquiry-due'
import { inquiryCounts, oldestOf } from '../../../functions/database/inquiry-search'
import { readPause } from '../../../functions/database/pause'
import { readAnswering, type Answering } from '../../../functions/inquiry/answering-figures'
import { missingForMail } from '../../../functions/mail/select-transport'
import { countsOfAll, mailOfAll } from '../../../functions/outbox/all-outboxes'
import type { MailStatus } from '../../../functions/outbox/mail-store'
import type { OutboxCounts } from '../../../functions/outbox/history-and-counts'
import { latestChecks, type Check } from '../../../functions/routes/health'
import type { AdminContext } from '../access/admission'

type Waiting = 'new' | 'queued' | 'undelivered'

/** What waits, and what comes next. Times are ISO 8601. */
export interface WhatWaits {
  /** Whether another system keeps what is delivered, so that nothing is new here. */
  remote: boolean
  /** Since when nothing is sent, because the site was restored; null where it is not paused. */
  pausedSince: string | null
  /** How many are in each state, and since when the oldest waits. */
  waiting: Record<Waiting, { n: number; oldest: string | null }>
  /** Why the oldest queued and the oldest undelivered inquiry could not be delivered. */
  failures: { queued: string | null; undelivered: string | null }
  processed: number
  /** The maintenance that is announced or in force. */
  maintenance: MaintenanceEntry
  /** Texts that visitors do not see yet, by board. */
  texts: Record<BoardName, { drafts: number; changes: number }>
  /** When the next scheduled entry becomes public. */
  nextPublication: string | null
  /** When the next processed inquiry is destroyed. */
  nextDestruction: string | null
  /** Delivered inquiries that will soon be destroyed because nobody marks them, and when the first does. */
  unmarked: { n: number; firstEnd: string | null }
  /** How many the outboxes have ever accepted, and what became of them. */
  outboxes: OutboxCounts
  /** Mails to operators and visitors; `off` names the setting that is missing. */
  mail: MailStatus & { off: ReturnType<typeof missingForMail> }
  answering: Answering
  /** Whether each binding and the upstream answers; none for operators of one brand. */
  checks: Check[]
}

/** Reads what waits, each from an index, and asks the bindings. */
export async function readWhatWaits<E extends AdminContext>({
  env: { raw, ctx },
  var: { env, call, scope },
}: Context<E>): Promise<WhatWaits> {
  const [
    pausedSince,
    checks,
    outboxes,
    mail,
    counts,
    fresh,
    queued,
    undelivered,
    publication,
    destruction,
    unmarked,
    answering,
    maintenance,
    notice,
    faq,
  ] = await Promise.all([
    readPause(env.DB),
    scope === ALL_BRANDS ? latestChecks(raw, call, ctx) : [],
    countsOfAll(env, scope),
    mailOfAll(env, scope),
    inquiryCounts(env.DB, scope),
    oldestOf(env.DB, scope, 'new'),
    oldestOf(env.DB, scope, 'queued'),
    oldestOf(env.DB, scope, 'undelivered'),
    nextPublication(env.DB, scope),
    nextDestruction(env.DB, scope),
    countUnmarked(env.DB, scope, unmarkedNotice(new Date())),
    readAnswering(env, scope, new Date()),
    readMaintenance(env.CACHE),
    countDrafts(env.DB, scope, 'notice'),
    countDrafts(env.DB, scope, 'faq'),
  ])
  const count = (state: Waiting | 'processed') =>
    counts.filter((row) => row.state === state).reduce((sum, { n }) => sum + n, 0)
  return {
    remote: env.UPSTREAM_URL !== null,
    pausedSince,
    waiting: {
      new: { n: count('new'), oldest: fresh?.accepted_at ?? null },
      queued: { n: count('queued'), oldest: queued?.accepted_at ?? null },
      undelivered: { n: count('undelivered'), oldest: undelivered?.accepted_at ?? null },
    },
    failures: { queued: queued?.last_failure ?? null, undelivered: undelivered?.last_failure ?? null },
    processed: count('processed'),
    maintenance,
    texts: { notice, faq },
    nextPublication: publication,
    nextDestruction: destruction,
    unmarked: {
      n: unmarked.n,
      firstEnd: unmarked.oldest && monthsAfter(new Date(unmarked.oldest), UNMARKED_MONTHS).toISOString(),
    },
    outboxes,
    answering,
    mail: { off: missingForMail(env), ...mail },
    checks,
  }
}

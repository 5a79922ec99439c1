import type { Context } from 'hono'
import { type MaintenanceEntry, readMaintenanceEntry } from '../../../functions/commands/maintenance'
import { monthsAfter, UNMARKED_MONTHS, unmarkedNotice } from '../../../functions/contract/retention'
import { ALL_BRANDS } from '../../../functions/contract/scope'
import { nextPublication, type Publication } from '../../../functions/database/board-item'
import { countUnmarked, nextDestruction } from '../../../functions/database/due-for-destruction'
import { oldestOf } from '../../../functions/database/inquiry-search'
import { countReminders, inquiryCounts, type InquiryCount } from '../../../functions/database/inquiry-counts'
import { failedAnswers, type FailedAnswer } from '../../../functions/database/message-row'
import { ifKnown } from '../../../functions/http/optional-value'
import { openRequests, type PersonRequest } from '../../../functions/database/person-request'
import { readPause } from '../../../functions/database/restore-pause'
import { missingForMail } from '../../../functions/mail/select-transport'
import { mailStatus, type MailStatus } from '../../../functions/database/mail-record'
import { type LateInquiry, lateInquiries } from '../../../functions/inquiries/late-answers'
import { LATE_MAX } from '../../../functions/commands/inquiries/reading'
import { latestChecks, type Check } from '../../../functions/routes/health'
import type { AdminContext } from '../access/admission'

type Waiting = 'new' | 'queued' | 'undelivered'
/** Answers that did not arrive that are told at once. */
const FAILED_TOLD_MAX = 20

/** What waits, and what comes next. Times are ISO 8601. What is undefined is not known at the moment: its store fails or hangs. */
export interface WhatWaits {
  /** Whether another system keeps what is delivered, so that nothing is new here. */
  remote: boolean
  /** Since when nothing is sent, because the site was restored; null where it is not paused. */
  pausedSince: string | null | undefined
  /** How many are in each state, and since when the oldest waits. */
  waiting: Record<Waiting, { n: number; oldest: string | null }> | undefined
  /** Why the oldest queued and the oldest undelivered inquiry could not be delivered. */
  failures: { queued: string | null; undelivered: string | null } | undefined
  /** The maintenance that is announced or in force. */
  maintenance: MaintenanceEntry | undefined
  /** When the next scheduled entry becomes public. */
  nextPublication: Publication | null | undefined
  /** When the next processed inquiry is destroyed. */
  nextDestruction: string | null | undefined
  /** Delivered inquiries that will soon be destroyed because nobody marks them, and when the first does. */
  unmarked: { n: number; firstEnd: string | null } | undefined
  /** Mails to operators and visitors; `off` names the setting that is missing. */
  mail: (MailStatus & { off: ReturnType<typeof missingForMail> }) | undefined
  /** Answers that did not arrive, the newest first. */
  failedAnswers: FailedAnswer[] | undefined
  /** How many inquiries were put off to a day that has come. */
  reminders: number | undefined
  /** Inquiries that wait for their first answer for longer than their brand promises, the oldest of each brand first. */
  late: LateInquiry[] | undefined
  /** What people have asked for and nobody has answered, those that are due first. */
  requests: PersonRequest[] | undefined
  /** Whether each binding and the upstream answers; none for operators of one brand. */
  checks: Check[]
}

/** Reads what waits, each from an index, and asks the bindings. What one of them cannot tell leaves the rest as it is. */
export async function readWhatWaits<E extends AdminContext>({
  env: { raw, ctx, visitor },
  var: { env, scope },
}: Context<E>): Promise<WhatWaits> {
  const { DB, CACHE } = env
  const part = <T>(name: keyof WhatWaits, work: Promise<T>) =>
    ifKnown(env.UPSTREAM_TIMEOUT_MS, work, {
      requestId: visitor.requestId,
      path: '/admin',
      code: 'part-unknown',
      part: name,
    })
  const oldest = Promise.all((['new', 'queued', 'undelivered'] as const).map((state) => oldestOf(DB, scope, state)))
  const [
    pausedSince,
    checks,
    mail,
    inquiries,
    publication,
    destruction,
    unmarked,
    failed,
    maintenance,
    requests,
    reminders,
    late,
  ] = await Promise.all([
    part('pausedSince', readPause(DB)),
    // Each check has its own deadline, and says what does not answer.
    scope === ALL_BRANDS ? latestChecks(raw, visitor, ctx) : [],
    part('mail', mailStatus(DB, scope, Date.now())),
    part('waiting', Promise.all([inquiryCounts(DB, scope), oldest])),
    part('nextPublication', nextPublication(DB, scope)),
    part('nextDestruction', nextDestruction(DB, scope)),
    part('unmarked', countUnmarked(DB, scope, unmarkedNotice(new Date()))),
    part('failedAnswers', failedAnswers(DB, scope, FAILED_TOLD_MAX)),
    part('maintenance', readMaintenanceEntry(CACHE)),
    part('requests', openRequests(DB, scope)),
    part('reminders', countReminders(DB, scope)),
    part('late', lateInquiries(env, scope, Date.now(), LATE_MAX)),
  ])
  return {
    remote: env.UPSTREAM_URL !== null,
    pausedSince,
    ...waitingOf(inquiries),
    maintenance,
    nextPublication: publication,
    nextDestruction: destruction,
    unmarked: unmarked && {
      n: unmarked.n,
      firstEnd: unmarked.oldest && monthsAfter(new Date(unmarked.oldest), UNMARKED_MONTHS).toISOString(),
    },
    failedAnswers: failed,
    requests,
    reminders,
    late,
    mail: mail && { off: missingForMail(env), ...mail },
    checks,
  }
}

type Oldest = Awaited<ReturnType<typeof oldestOf>>

/** What is said of the inquiries in each state. */
function waitingOf(inquiries: [InquiryCount[], Oldest[]] | undefined): Pick<WhatWaits, 'waiting' | 'failures'> {
  if (!inquiries) return { waiting: undefined, failures: undefined }
  const [counts, [fresh, queued, undelivered]] = inquiries
  const count = (state: Waiting) =>
    counts.filter((row) => row.state === state).reduce((sum, { n, later }) => sum + n - later, 0)
  return {
    waiting: {
      new: { n: count('new'), oldest: fresh?.accepted_at ?? null },
      queued: { n: count('queued'), oldest: queued?.accepted_at ?? null },
      undelivered: { n: count('undelivered'), oldest: undelivered?.accepted_at ?? null },
    },
    failures: { queued: queued?.last_failure ?? null, undelivered: undelivered?.last_failure ?? null },
  }
}

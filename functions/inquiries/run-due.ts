import { hasTakenLately } from '../database/delivery.ts'
import { claimNext } from '../database/inquiry-claim.ts'
import { readPause } from '../database/restore-pause.ts'
import { runSucceeded } from '../database/run.ts'
import type { Env } from '../env.ts'
import { watchAnswers, watchDelays, watchRuns } from '../mail/watch-overdue.ts'
import { sendDueMails } from '../mail/send-mails.ts'
import { sendDueWebhooks } from '../webhooks/send-webhooks.ts'
import { deliveryUpstreamOf } from '../upstream/select-upstream.ts'
import { attempt, CLAIM_MS, type Outcome, settleLostClaims } from './deliver.ts'

/** Deliveries at the same time while the upstream answers: a Worker has six connections. */
const AT_ONCE = 4
/** A run ends after so many attempts in a row that had no answer, unless the upstream takes others: it is down, and the next run knocks again. */
const UNANSWERED_MAX = 10
/** A run leaves the rest to the next one a little before that begins. */
const RUN_MS = 50_000

/**
 * The minute: delivers what is due, sends the mails and calls the webhooks that are due, and tells operators what needs a person. Runs may overlap. After a restore
 * nothing is sent until it is resumed.
 * @throws Error of the first part that failed; the others have run
 */
export async function runDue(env: Env, now: Date): Promise<void> {
  if ((await readPause(env.DB)) !== null) return
  const until = Date.now() + RUN_MS
  const parts = await Promise.allSettled([
    deliverDue(env, until).then(() => runSucceeded(env.DB, 'minute', now.getTime())),
    watchDelays(env, now.getTime())
      .then(() => watchAnswers(env, now.getTime()))
      .then(() => watchRuns(env, now.getTime()))
      .finally(() => sendDueMails(env, until)),
    sendDueWebhooks(env, until),
  ])
  for (const part of parts) if (part.status === 'rejected') throw part.reason
}

/**
 * Delivers what is due until nothing is or the time is over: one at a time until the upstream answers, then a few. Safe to run several times at
 * once: an inquiry is claimed.
 * @param until milliseconds since epoch
 */
export async function deliverDue(env: Env, until: number): Promise<void> {
  await settleLostClaims(env)
  const upstream = deliveryUpstreamOf(env)
  let unanswered = 0
  /** @returns null where nothing is due */
  const next = async (): Promise<Outcome | null> => {
    const now = Date.now()
    const claimed = await claimNext(env.DB, now, now + CLAIM_MS(env))
    if (!claimed) return null
    const outcome = await attempt(env, upstream, claimed)
    unanswered = outcome === 'unanswered' ? unanswered + 1 : 0
    if (unanswered >= UNANSWERED_MAX && (await hasTakenLately(env.DB, Date.now()))) unanswered = 0
    return outcome
  }
  const mayGoOn = () => Date.now() < until && unanswered < UNANSWERED_MAX
  for (;;) {
    if (!mayGoOn()) return
    const outcome = await next()
    if (outcome === null) return
    if (outcome !== 'unanswered') break
  }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (mayGoOn()) if ((await next()) === null) return
    }),
  )
}

import { brands } from '../brand/hosts.ts'
import { oldestQueuedAfter, readBacklog, upstreamTookAt } from '../database/backlog.ts'
import { neverAnswered } from '../database/inquiry-late.ts'
import { alertOpenSince } from '../database/mail.ts'
import { lastRun, type RunName, runSucceeded } from '../database/run.ts'
import type { Env } from '../env.ts'
import { mailOfAlert, mailOfLate } from './store-mails.ts'
import { allClearMessage, delayedMessage, type Run, runMessage } from './messages.ts'

const MINUTE = 60_000
/** A queued inquiry that is older is told to the operator (docs/contract.md#10). */
const OLD_MS = 15 * MINUTE
/** A run that has stayed away for so long is told to the operator. */
const AWAY_MS = 120 * MINUTE

/**
 * Tells the operators of each brand once that its inquiries wait for long, and once that none does any more. Told again where the upstream
 * has taken others since: what waits now has another cause. Logs it too.
 */
export async function watchDelays(env: Env, now: number): Promise<void> {
  const { DB } = env
  const waiting = new Map((await readBacklog(DB)).map((backlog) => [backlog.brandId, backlog]))
  for (const { id } of brands) {
    const backlog = waiting.get(id)
    const ageMs = backlog ? now - Date.parse(backlog.oldest) : 0
    const isOn = ageMs > OLD_MS
    const { queued = 0, lastFailure = null } = backlog ?? {}
    if (isOn)
      console.error(
        JSON.stringify({
          level: 'error',
          request_id: null,
          method: 'DELIVERY',
          code: 'delayed',
          brand_id: id,
          queued,
          oldest_queued_seconds: Math.round(ageMs / 1000),
          last_failure: lastFailure,
        }),
      )
    const again = isOn && (await isNewDelay(env, id, now))
    const statements = mailOfAlert(env, id, { alert: 'delayed', isOn, again }, now, ({ origin, language }) =>
      isOn ? delayedMessage(origin, queued, lastFailure, language) : allClearMessage(origin, language),
    )
    if (statements.length > 0) await DB.batch(statements)
  }
}

/** Whether the delay that was told is not the one of now. */
async function isNewDelay({ DB }: Env, brandId: string, now: number): Promise<boolean> {
  const toldAt = await alertOpenSince(DB, brandId, 'delayed')
  const takenAt = toldAt === null ? null : await upstreamTookAt(DB)
  if (toldAt === null || takenAt === null || takenAt <= toldAt) return false
  const oldest = await oldestQueuedAfter(DB, brandId, new Date(takenAt).toISOString())
  return oldest !== null && now - Date.parse(oldest) > OLD_MS
}

/** Inquiries of which a run tells at most; the next one goes on. */
const LATE_MAX = 100
/** What was late for longer when the registry, or mail, was switched on is not told: it stands first in the admin. */
const LATE_TOLD_MS = 24 * 60 * MINUTE

/** Tells the operators of each brand once of each inquiry that has had no answer in the hours that the brand promises. */
export async function watchAnswers(env: Env, now: number): Promise<void> {
  for (const { id: brandId, answerWithinHours: hours } of brands) {
    if (hours === undefined) continue
    const before = now - hours * 60 * MINUTE
    const late = await neverAnswered(env.DB, brandId, {
      before,
      untold: { from: before - LATE_TOLD_MS },
      limit: LATE_MAX,
    })
    const statements = late.flatMap(({ receipt }) => mailOfLate(env, { brandId, receipt }, hours, now))
    if (statements.length > 0) await env.DB.batch(statements)
  }
}

const RUNS: Record<RunName, Run> = { minute: 'no-delivery', destruction: 'no-destruction' }

/**
 * Tells operators once that a run of the clock stays away, and once that it is back. Called by both runs, because one that stays away cannot
 * tell it.
 */
export async function watchRuns(env: Env, now: number): Promise<void> {
  for (const [name, alert] of Object.entries(RUNS) as [RunName, Run][]) {
    const succeededAt = await lastRun(env.DB, name)
    // A new site counts from its first run.
    if (succeededAt === null) await runSucceeded(env.DB, name, now)
    const isOn = succeededAt !== null && now - succeededAt > AWAY_MS
    const statements = brands.flatMap(({ id }) =>
      mailOfAlert(env, id, { alert, isOn }, now, ({ origin, language }) => runMessage(alert, isOn, origin, language)),
    )
    if (statements.length > 0) await env.DB.batch(statements)
  }
}

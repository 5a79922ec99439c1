import type { Scope } from '../contract/scope.ts'
import { failedAnswers, firstAnswerTimes, unansweredCount, type MessageRow } from '../database/message.ts'
import type { Env } from '../env.ts'

const PERIOD_MS = 30 * 24 * 3_600_000
const FAILED_TOLD_MAX = 20

/** How answering stands. */
export interface Answering {
  /** New inquiries that nobody has answered yet, and when the oldest was accepted, ISO 8601. */
  unanswered: { n: number; oldest: string | null }
  /** From acceptance to first answer, of the last 30 days; null where nothing was answered. */
  medianMs: number | null
  /** Answers that did not arrive, the newest first. */
  failed: (Pick<MessageRow, 'receipt' | 'at' | 'detail'> & { state: 'bounced' | 'refused' })[]
}

export async function readAnswering({ DB }: Pick<Env, 'DB'>, scope: Scope, now: Date): Promise<Answering> {
  const since = new Date(now.getTime() - PERIOD_MS).toISOString()
  const [unanswered, times, failed] = await Promise.all([
    unansweredCount(DB, scope),
    firstAnswerTimes(DB, scope, since),
    failedAnswers(DB, scope, FAILED_TOLD_MAX),
  ])
  return { unanswered, medianMs: times[Math.floor((times.length - 1) / 2)] ?? null, failed }
}

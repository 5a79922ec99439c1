import { destroyInquiry } from '../commands/inquiries/mark-and-destroy.ts'
import { ALL_BRANDS } from '../contract/scope.ts'
import { unmarkedEnd } from '../contract/retention.ts'
import { dueForDestruction, unmarkedBefore } from '../database/inquiry-due.ts'
import type { Env } from '../env.ts'
import { logFailure } from '../log.ts'

/** How the log names who destroys what is due. */
const ACTOR = 'clock'
/** Inquiries per run at most; the next hour takes the rest. */
const RUN_MAX = 100
const PAGE = 25

/** Gives receipts, the longest due first. @param skip that have been tried already */
type Due = (env: Env, now: Date, limit: number, skip: number) => Promise<string[]>
const DUE: Due[] = [
  ({ DB }, now, ...page) => dueForDestruction(DB, now, ...page),
  ({ DB }, now, ...page) => unmarkedBefore(DB, unmarkedEnd(now), ...page),
]

/**
 * Destroys the inquiries whose day has come (docs/specification.md#9), and the delivered ones that nobody has marked for a year
 * (decision 053), as an operator would. What waits for its delivery never ends by the clock.
 * @throws Error at the end where some could not be destroyed; each is logged, and the next run tries it again
 */
export async function destroyDue(env: Env, now: Date): Promise<void> {
  const requestId = `scheduled-${now.toISOString()}`
  let tried = 0
  let failed = 0
  for (const due of DUE) {
    let skipped = 0
    while (tried < RUN_MAX) {
      const receipts = await due(env, now, PAGE, skipped)
      if (receipts.length === 0) break
      for (const receipt of receipts) {
        tried++
        try {
          await destroyInquiry.perform({ env, actor: ACTOR, scope: ALL_BRANDS, now, requestId }, { receipt })
        } catch (error) {
          skipped++
          logFailure('error', { requestId, method: 'SCHEDULED', path: '', code: 'not-destroyed', receipt }, error)
        }
      }
    }
    failed += skipped
  }
  if (failed > 0) throw new Error(`${failed} of ${tried} inquiries could not be destroyed.`)
}

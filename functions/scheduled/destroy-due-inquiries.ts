import { destroyInquiry } from '../commands/inquiries/mark-and-destroy.ts'
import { ALL_BRANDS } from '../contract/scope.ts'
import { unmarkedEnd } from '../contract/retention.ts'
import { dueForDestruction, unmarkedBefore, type DueInquiry } from '../database/inquiry-due.ts'
import type { Env } from '../env.ts'
import { logFailure } from '../log.ts'

/** How the log names who destroys what is due. */
const ACTOR = 'clock'
/** Calls of a run at most, of the thousand that the platform allows; the next hour takes the rest. */
export const DESTRUCTION_CALLS_MAX = 700
/** Calls that one destruction makes at most, without and with files. */
const CALLS = [7, 14] as const
const PAGE = 25

/** Gives the longest due first. @param skip that have been tried already */
type Due = (env: Env, now: Date, limit: number, skip: number) => Promise<DueInquiry[]>
const DUE: Due[] = [
  ({ DB }, now, ...page) => dueForDestruction(DB, now, ...page),
  ({ DB }, now, ...page) => unmarkedBefore(DB, unmarkedEnd(now), ...page),
]

/**
 * Destroys the inquiries whose day has come (docs/specification.md#9), and the delivered ones that nobody has marked for a year
 * (decision 053), as an operator would. What waits for its delivery never ends by the clock.
 * @returns how many calls of the platform it has made at most
 * @throws Error at the end where some could not be destroyed; each is logged, and the next run tries it again
 */
export async function destroyDue(env: Env, now: Date): Promise<number> {
  const requestId = `scheduled-${now.toISOString()}`
  let [tried, failed, calls] = [0, 0, 0]
  for (const due of DUE) {
    let skipped = 0
    while (calls < DESTRUCTION_CALLS_MAX) {
      const inquiries = await due(env, now, PAGE, skipped)
      if (inquiries.length === 0) break
      for (const { receipt, hasFiles } of inquiries) {
        if (calls >= DESTRUCTION_CALLS_MAX) break
        calls += CALLS[hasFiles]
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
  return calls
}

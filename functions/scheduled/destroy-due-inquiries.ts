import { destroyInquiry } from '../commands/inquiries/deeds.ts'
import { dueForDestruction } from '../database/inquiry-search.ts'
import type { Env } from '../env.ts'
import { logFailure } from '../log.ts'

/** How the log names who destroys what is due. */
const ACTOR = 'clock'
/** Inquiries per run at most; the next hour takes the rest. */
const RUN_MAX = 100
const PAGE = 25

/**
 * Destroys the inquiries whose day has come, one month after processing (docs/specification.md#9), as an operator would.
 * @throws Error at the end where some could not be destroyed; each is logged, and the next run tries it again
 */
export async function destroyDue(env: Env, now: Date): Promise<void> {
  const requestId = `scheduled-${now.toISOString()}`
  let tried = 0
  let failed = 0
  while (tried < RUN_MAX) {
    const receipts = await dueForDestruction(env.DB, now, PAGE, failed)
    if (receipts.length === 0) break
    for (const receipt of receipts) {
      tried++
      try {
        await destroyInquiry.perform({ env, actor: ACTOR, now, requestId }, { receipt })
      } catch (error) {
        failed++
        logFailure('error', { requestId, method: 'SCHEDULED', path: '', code: 'not-destroyed', receipt }, error)
      }
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${tried} inquiries could not be destroyed.`)
}

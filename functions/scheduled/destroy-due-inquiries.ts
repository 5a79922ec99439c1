import { unmarkedEnd } from '../contract/retention.ts'
import { dueForDestruction, unmarkedBefore, type DueInquiry } from '../database/inquiry-due.ts'
import type { Env } from '../env.ts'
import { outboxOfInquiry } from '../outbox/all-outboxes.ts'

/** Inquiries of each list that a run looks at: more than one address can send in a day, so that those of other brands are among them. */
const LISTED_MAX = 30_000
/** Each makes 15 calls of the platform at most, and an invocation may make a thousand. */
const AT_ONCE = 50
/** Calls of the outboxes in a run, of the thousand of its own that it shares with other jobs. */
const CALLS_MAX = 300
/** The platform ends a run after a quarter of an hour, and other jobs come after this one. */
const RUN_MS = 8 * 60_000
const LATE_MS = 2 * 3_600_000

const dueAt = async ({ DB }: Env, at: Date, limit: number): Promise<DueInquiry[]> => [
  ...(await dueForDestruction(DB, at, limit)),
  ...(await unmarkedBefore(DB, unmarkedEnd(at), limit)),
]

/**
 * Destroys the inquiries whose day has come (docs/specification.md#9), and the delivered ones that nobody has marked for a year
 * (decision 053), as an operator would. What waits for its delivery never ends by the clock. The outbox of each brand does it, some at
 * once, so that each call is an invocation with limits of its own.
 * @throws Error at the end where some could not be destroyed, or are left that were due two hours ago; the next run tries them again
 */
export async function destroyDue(env: Env, now: Date): Promise<void> {
  const end = Date.now() + RUN_MS
  let calls = 0
  const ofBrands = Map.groupBy(await dueAt(env, now, LISTED_MAX), ({ brand }) => brand)
  const runs = await Promise.allSettled(
    [...ofBrands].map(async ([brand, due]) => {
      const receipts = due.map(({ receipt }) => receipt)
      const outbox = await outboxOfInquiry(env, brand, receipts[0] ?? '')
      let failed = 0
      for (let from = 0; from < receipts.length && calls++ < CALLS_MAX && Date.now() < end; from += AT_ONCE)
        failed += await outbox.destroyDue(receipts.slice(from, from + AT_ONCE), now)
      if (failed > 0) throw new Error(`${failed} inquiries of ${brand} could not be destroyed.`)
    }),
  )
  for (const run of runs) if (run.status === 'rejected') throw run.reason
  if ((await dueAt(env, new Date(now.getTime() - LATE_MS), 1)).length > 0)
    throw new Error('Inquiries are left that were due two hours ago.')
}

import type { Env } from '../../../functions/env.ts'
import { sweepUnclaimed } from '../../../functions/scheduled/sweep-unclaimed-files.ts'
import type { Outbox } from '../outbox-under-test.ts'

/** The hourly sweep of R2: files that nobody names go after a day. */
export async function sweep(storage: Env, outboxes: Outbox[]): Promise<void> {
  try {
    const inUse = await Promise.all(outboxes.map((outbox) => outbox.filesInUse()))
    await sweepUnclaimed(storage, new Date(), {
      uploads: new Set(inUse.flatMap(({ uploads }) => uploads)),
      references: new Set(inUse.flatMap(({ references }) => references)),
    })
  } catch {
    // The next hour repeats what D1 fails, and what waits for a process that can start.
  }
}

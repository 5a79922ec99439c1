import { STAGED_KEPT_MS } from '../../../functions/attachments/staged-files.ts'
import type { Env } from '../../../functions/env.ts'
import { sweepUnclaimed } from '../../../functions/scheduled/sweep-unclaimed-files.ts'
import { objects, type Outbox } from '../outbox-under-test.ts'

/** The hourly sweep of R2: files that nobody names go after a day. */
export async function sweep(storage: Env, outboxes: Outbox[]): Promise<void> {
  try {
    const inUse = await Promise.all(outboxes.map((outbox) => outbox.filesInUse()))
    const uploads = new Set(inUse.flatMap(({ uploads }) => uploads))
    const references = new Set(inUse.flatMap(({ references }) => references))
    await sweepUnclaimed(storage, new Date(), { uploads, references }, 1000)
  } catch {
    // The next hour repeats what D1 fails, and what waits for a process that can start.
  }
}

/** Whether a visitor can still name a staged upload: its signed reference expires when the sweep may delete its files. */
export const isClaimable = (upload: string | undefined): boolean => {
  const staged = objects.get(`held/${upload}/000`)
  return staged !== undefined && (staged.at ?? 0) + STAGED_KEPT_MS > Date.now()
}

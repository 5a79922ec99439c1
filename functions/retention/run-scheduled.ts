import { parseEnv } from '../env.ts'
import { logFailure } from '../log.ts'
import { outboxOf } from '../outbox/brand-outbox.ts'
import { destroyProcessed, destroyUndelivered } from './destroy-processed-inquiries.ts'
import { sweepUnclaimed } from './delete-unclaimed-files.ts'

/**
 * The hourly jobs: destruction of processed inquiries (docs/specification.md#9) and removal of unclaimed files. The failure of one job
 * is logged and does not stop the others; the next run tries again.
 * @param raw the Worker's env as the runtime gives it
 * @param brandIds every brand, each has an outbox
 */
export async function runScheduled(raw: object, now: Date, brandIds: string[]): Promise<void> {
  const env = parseEnv(raw)
  const outboxes = brandIds.map((id) => outboxOf(env, id))
  const jobs: Record<string, () => Promise<void>> = {
    'destroy-processed': () => destroyProcessed(env, now),
    'destroy-undelivered': () =>
      destroyUndelivered(env.DB, now, (receipt) => Promise.all(outboxes.map((outbox) => outbox.erase(receipt)))),
    'sweep-unclaimed': async () => {
      const inUse = await Promise.all(outboxes.map((outbox) => outbox.filesInUse()))
      await sweepUnclaimed(env, now, {
        uploads: new Set(inUse.flatMap(({ uploads }) => uploads)),
        references: new Set(inUse.flatMap(({ references }) => references)),
      })
    },
  }
  for (const [code, job] of Object.entries(jobs)) {
    await job().catch((error: unknown) =>
      logFailure('error', { requestId: `scheduled-${now.toISOString()}`, method: 'SCHEDULED', path: '', code }, error),
    )
  }
}

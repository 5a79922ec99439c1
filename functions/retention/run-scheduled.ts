import { parseEnv } from '../env.ts'
import { logFailure } from '../log.ts'
import { outboxOf } from '../outbox/brand-outbox.ts'
import { destroyProcessed, destroyUndelivered, logCertificate } from './destruction.ts'
import { sweepUnclaimed } from './sweep.ts'

/**
 * What the clock asks for, once an hour: destroys what has been processed for a month (spec 9) and removes files that nobody claimed.
 * A failure of one part is logged and leaves the others alone; the next hour tries again.
 * @param raw the Worker's env as the runtime gives it
 * @param brandIds every brand, each has an outbox
 */
export async function runScheduled(raw: object, now: Date, brandIds: string[]): Promise<void> {
  const env = parseEnv(raw)
  const outboxes = brandIds.map((id) => outboxOf(env, id))
  const parts: Record<string, () => Promise<void>> = {
    'destroy-processed': () => destroyProcessed(env, now, logCertificate),
    'destroy-undelivered': () =>
      destroyUndelivered(
        env,
        now,
        async (receipt) => {
          await Promise.all(outboxes.map((outbox) => outbox.forget(receipt)))
        },
        logCertificate,
      ),
    'sweep-unclaimed': async () => {
      const kept = await Promise.all(outboxes.map((outbox) => outbox.keeping()))
      const swept = await sweepUnclaimed(env, now, {
        uploads: kept.flatMap(({ uploads }) => uploads),
        references: kept.flatMap(({ references }) => references),
      })
      if (swept.held + swept.files > 0) console.log(JSON.stringify({ level: 'info', code: 'swept', ...swept }))
    },
  }
  for (const [code, part] of Object.entries(parts)) {
    await part().catch((error: unknown) =>
      logFailure('error', { requestId: `scheduled-${now.toISOString()}`, method: 'SCHEDULED', path: '', code }, error),
    )
  }
}

import { readPause } from '../database/restore-pause.ts'
import { runSucceeded } from '../database/run.ts'
import type { Env } from '../env.ts'
import { watchAnswers, watchDelays, watchRuns } from '../mail/watch-overdue.ts'
import { sendDueMails } from '../mail/send-mails.ts'
import { sendDueWebhooks } from '../webhooks/send-webhooks.ts'
import { deliverDue } from './deliver.ts'

/** A run leaves the rest to the next one a little before that begins. */
const RUN_MS = 50_000

/**
 * The minute: delivers what is due, sends the mails and calls the webhooks that are due, and tells operators what needs a person. Runs may overlap. After a restore
 * nothing is sent until it is resumed.
 * @throws Error of the first part that failed; the others have run
 */
export async function runDue(env: Env, now: Date): Promise<void> {
  if ((await readPause(env.DB)) !== null) return
  const until = Date.now() + RUN_MS
  const parts = await Promise.allSettled([
    deliverDue(env, until).then(() => runSucceeded(env.DB, 'minute', now.getTime())),
    watchDelays(env, now.getTime())
      .then(() => watchAnswers(env, now.getTime()))
      .then(() => watchRuns(env, now.getTime()))
      .finally(() => sendDueMails(env, until)),
    sendDueWebhooks(env, until),
  ])
  for (const part of parts) if (part.status === 'rejected') throw part.reason
}

import { sweepContent } from '../attachments/destroy-content.ts'
import { RELEASED_MAX, releaseUploads, STAGED_KEPT_MS } from '../attachments/staged-files.ts'
import { destroyInquiry } from '../commands/inquiries/mark-and-destroy.ts'
import { RECEIPT_KEPT_MS } from '../contract/retention.ts'
import { DELIVERY_PERIOD_MS } from '../contract/retry-schedule.ts'
import { ALL_BRANDS } from '../contract/scope.ts'
import { destroyQuarantined } from '../conversation/quarantine.ts'
import { purgeReceipts } from '../database/inquiry-state.ts'
import { endKeys } from '../database/new-inquiry.ts'
import { expireMails } from '../database/mail.ts'
import { readPause } from '../database/restore-pause.ts'
import { runSucceeded } from '../database/run.ts'
import { unclaimedUploads } from '../database/upload.ts'
import { parseEnv, type Env } from '../env.ts'
import { deleteFilesAgain, destroyDue } from '../inquiries/destroy.ts'
import { tidyDestructionList } from '../inquiries/destroyed-list.ts'
import { runDue } from '../inquiries/run-due.ts'
import { announceMissed } from '../lists/content-version.ts'
import { logFailure } from '../log.ts'
import { watchRuns } from '../mail/watch-overdue.ts'
import { sendDueMails } from '../mail/send-mails.ts'
import { runCanary } from './canary.ts'

/** The crons of wrangler.toml: the minute and the canary; every other one is the hour. */
const MINUTE_CRON = '* * * * *'
const CANARY_CRON = '*/15 * * * *'

/** How the log names who destroys what is due. */
const ACTOR = 'clock'
/** How often a run deletes RELEASED_MAX uploads at most, in four calls of the platform; the next hour goes on. */
const SWEEPS_MAX = 100
/** How long the hour sends mails at most. */
const MAILS_MS = 50_000

/** @param failed the jobs before it that have failed */
type Job = (failed: ReadonlySet<string>) => Promise<void>
type Jobs = Record<string, Job>

/**
 * Runs what a cron asks for. The failure of one job is logged and does not stop the others; the next run tries again.
 * @param raw the Worker's env as the runtime gives it
 */
export async function runScheduled(raw: object, { cron, now }: { cron: string; now: Date }): Promise<void> {
  const env = parseEnv(raw)
  const failed = new Set<string>()
  for (const [code, job] of Object.entries(await jobsOf(env, cron, now))) {
    await job(failed).catch((error: unknown) => {
      failed.add(code)
      logFailure('error', { requestId: `scheduled-${now.toISOString()}`, method: 'SCHEDULED', path: '', code }, error)
    })
  }
}

async function jobsOf(env: Env, cron: string, now: Date): Promise<Jobs> {
  if (cron === MINUTE_CRON)
    return { 'announce-missed': () => announceMissed(env, now.getTime()), minute: () => runDue(env, now) }
  if (cron === CANARY_CRON) return { canary: () => runCanary(env) }
  return hourlyJobs(env, now)
}

/**
 * The hour: destruction of what is due (docs/specification.md#9), and what has had its time. Nothing of a restored site ends before it is
 * resumed.
 */
async function hourlyJobs(env: Env, now: Date): Promise<Jobs> {
  if ((await readPause(env.DB)) !== null) return {}
  const { DB } = env
  const ms = now.getTime()
  const before = (age: number) => new Date(ms - age)
  const requestId = `scheduled-${now.toISOString()}`
  return {
    'destroy-due': async () => {
      await destroyDue(env, now, ({ receipt }) =>
        destroyInquiry.perform({ env, actor: ACTOR, scope: ALL_BRANDS, now, requestId }, { receipt, due: true }),
      )
      await runSucceeded(DB, 'destruction', ms)
    },
    'delete-files-again': () => deleteFilesAgain(env, now),
    'end-keys': () => endKeys(DB, ms),
    'expire-mails': () => expireMails(DB, ms, DELIVERY_PERIOD_MS),
    quarantine: () => destroyQuarantined(env, now),
    'purge-receipts': () => purgeReceipts(DB, before(RECEIPT_KEPT_MS)),
    // The minute sends no mail while it is what stays away.
    'watch-runs': () => watchRuns(env, ms).finally(() => sendDueMails(env, Date.now() + MAILS_MS)),
    'sweep-content': () => sweepContent(env, now),
    'sweep-unclaimed': async () => {
      const swept = { uploads: 0, files: 0 }
      for (let round = 0; round < SWEEPS_MAX; round++) {
        const ids = await unclaimedUploads(DB, before(STAGED_KEPT_MS).getTime(), RELEASED_MAX)
        if (ids.length === 0) break
        swept.files += await releaseUploads(env, ids)
        swept.uploads += ids.length
      }
      if (swept.uploads > 0) console.log(JSON.stringify({ level: 'info', code: 'swept', ...swept }))
    },
    // The last one: it reads the list of a year.
    'tidy-destroyed': () => tidyDestructionList(env, now),
  }
}

import { parseEnv, type Env } from '../env.ts'
import { sweepContent } from '../attachments/destroy-content.ts'
import { fillSearch } from '../database/inquiry-record.ts'
import { announceMissed } from '../lists/content-version.ts'
import { logFailure } from '../log.ts'
import { everyOutbox, isRestoring } from '../outbox/all-outboxes.ts'
import { outboxOf } from '../outbox/brand-outbox.ts'
import { runCanary } from './canary.ts'
import { destroyDue } from './destroy-due-inquiries.ts'
import { sweepUnclaimed } from './sweep-unclaimed-files.ts'

/** The cron of wrangler.toml that sends the canary; every other one is the hourly run. */
const CANARY_CRON = '*/15 * * * *'

/** Calls of the platform that a sweep may make, of the thousand of an invocation: the other jobs make a little more than 300. */
const SWEEP_CALLS = 600

/** @param failed the jobs before it that have failed */
type Job = (failed: ReadonlySet<string>) => Promise<void>
type Jobs = Record<string, Job>

/**
 * Runs what a cron asks for. The failure of one job is logged and does not stop the others; the next run tries again.
 * @param raw the Worker's env as the runtime gives it
 */
export async function runScheduled(raw: object, { cron, now }: { cron: string; now: Date }): Promise<void> {
  const env = parseEnv(raw)
  const jobs: Jobs = cron === CANARY_CRON ? { canary: () => runCanary(env) } : await hourlyJobs(env, now)
  const failed = new Set<string>()
  for (const [code, job] of Object.entries(jobs)) {
    await job(failed).catch((error: unknown) => {
      failed.add(code)
      logFailure('error', { requestId: `scheduled-${now.toISOString()}`, method: 'SCHEDULED', path: '', code }, error)
    })
  }
}

/**
 * Destruction of processed inquiries (docs/specification.md#9), changes that the caches were not told of, what each outbox does hourly,
 * removal of unclaimed files, and the search words of rows that an earlier release has written. None of it while the site is being
 * restored: what is there of its rows, files and outboxes does not fit together yet.
 */
async function hourlyJobs(env: Env, now: Date): Promise<Jobs> {
  const ids = await everyOutbox(env)
  if (await isRestoring(env, ids)) return {}
  // Connected anew for each call: what was connected to an outbox before a deployment or an error ended it fails for good.
  const outbox = (id: string) => outboxOf(env, id)
  return {
    'destroy-due': () => destroyDue(env, now),
    'announce-missed': () => announceMissed(env, now.getTime()),
    // Before the sweeps, whose work visitors decide on: a run may make only so many calls of the platform.
    outboxes: async () => {
      await Promise.all(ids.map((id) => outbox(id).hourly(now.getTime())))
    },
    'destruction-ran': async (failed) => {
      if (!failed.has('destroy-due')) await Promise.all(ids.map((id) => outbox(id).destructionRan()))
    },
    'sweep-content': () => sweepContent(env, now),
    'sweep-unclaimed': async () => {
      const inUse = await Promise.all(ids.map((id) => outbox(id).filesInUse()))
      const uploads = new Set(inUse.flatMap(({ uploads }) => uploads))
      const references = new Set(inUse.flatMap(({ references }) => references))
      await sweepUnclaimed(env, now, { uploads, references }, SWEEP_CALLS)
    },
    'fill-search': () => fillSearch(env.DB),
  }
}

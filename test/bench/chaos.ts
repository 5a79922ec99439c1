import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fireCrons } from '../../functions/cli/crons.ts'
import { prepareState } from '../../functions/cli/local-state.ts'
import { OperatorError } from '../../functions/cli/run-command.ts'
import { withLocalCommands } from '../../functions/cli/type-command.ts'
import { startFakeUpstream, type FakeUpstream } from '../support/fake-upstream.ts'
import type { Fault } from '../support/faults.ts'
import { seeded } from '../support/seed.ts'
import { type Accepted, post, sendUntilAccepted } from './chaos-client.ts'
import { startKillableWorker } from './killable-worker.ts'

export interface ChaosPlan {
  inquiries: number
  atOnce: number
  /** How often the Worker is killed while inquiries come in; once more when all are accepted. */
  kills: number
  /** Share of the upstream's answers that go wrong, from 0 to 1. */
  share: number
  seed: number
  /** Every answer comes, if late: no inquiry may be sent twice. */
  onlySlow?: boolean
}

export interface ChaosCounts {
  sent: number
  accepted: number
  /** Accepted before the upstream had them. */
  queuedAtFirst: number
  /** Still waiting as the upstream became well. */
  waitingAtReturn: number
  arrived: number
  lost: number
  /** Inquiries that the upstream has taken more than once under one receipt: must stay 0. */
  twiceByReceipt: number
  /** Arrived with another inquiry's text: must stay 0. */
  mixedUp: number
  /** Arrived though no client was told so: must stay 0. */
  unknown: number
  /** Keys that got two receipts: must stay 0. */
  secondReceipts: number
  kills: number
  clientRetries: number
  upstreamCalls: number
  /** Calls of the inquiry that was called most often. */
  mostCalls: number
  /** Sent more than once to an upstream that was well; a machine too slow for the deadline may cause a few. */
  sentAgainWhenWell: number
  secondsToLast: number
}

/*
 * An upstream that says 2xx has taken the inquiry (contract), so each of these that does also takes it. The others lie in
 * either direction: some take it and say that they failed.
 */
const FAULTS: Fault[] = [
  { kind: 'hang' },
  { kind: 'hang', afterwards: true },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503, afterwards: true },
  { kind: 'reset' },
  { kind: 'reset', afterwards: true },
  { kind: 'redirect', to: 'http://127.0.0.1:1/' },
  { kind: 'garbage', as: 'html', afterwards: true },
  { kind: 'garbage', as: 'cut-off', afterwards: true },
  { kind: 'stalled-body', afterwards: true },
  { kind: 'slow', ms: 200 },
]
/** Within the deadline of a delivery, some of them long after that of the visitor. */
const SLOW: Fault[] = [200, 400, 700, 1200, 5000, 20_000].map((ms) => ({ kind: 'slow', ms }))
/** A hard limit for the wait; what is promised is 120 s (contract), and the counts say how long it took. */
const PATIENCE_MS = 240_000

/** Inquiries come in while the upstream misbehaves and the Worker is killed; then the upstream is well and all must arrive. */
export async function chaos({
  inquiries,
  atOnce,
  kills,
  share,
  seed,
  onlySlow = false,
}: ChaosPlan): Promise<ChaosCounts> {
  const upstream = await startFakeUpstream({ random: seeded(seed) })
  const stateDir = await mkdtemp(join(tmpdir(), 'vcp-x-chaos-'))
  upstream.faults.set('*', {
    kind: 'mix',
    share,
    of: onlySlow
      ? SLOW
      : share < 1
        ? FAULTS
        : FAULTS.filter((fault) => !('afterwards' in fault) && fault.kind !== 'slow'),
  })
  await prepareState(stateDir)
  const worker = await startKillableWorker(stateDir, {
    UPSTREAM_URL: upstream.origin,
    UPSTREAM_TIMEOUT_MS: '300',
    UPSTREAM_DELIVERY_TIMEOUT_MS: onlySlow ? '30000' : '1000',
  })
  const stopCrons = fireCrons(worker.origin)
  try {
    const accepted: Accepted[] = []
    const marks = Array.from({ length: kills }, (_, index) => Math.floor(((index + 1) * inquiries) / (kills + 1)))
    let next = 0
    let restart = Promise.resolve()
    const client = async (): Promise<void> => {
      while (next < inquiries) {
        accepted.push(await sendUntilAccepted(worker.origin, next++))
        // The other clients go on posting while it dies and comes back.
        if (marks.includes(accepted.length)) restart = restart.then(worker.killAndRestart)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, client))
    await restart
    const secondReceipts = await askAgain(worker.origin, accepted)

    // From here on nobody visits: only the cron of the minute delivers.
    if (kills > 0) await worker.killAndRestart()
    const waitingAtReturn = accepted.filter(missingIn(upstream)).length
    upstream.faults.clear()
    const returned = Date.now()
    const callsUntilThen = upstream.calls.length
    // An unknown outcome is repeated after hours: the operator does not wait for that.
    while (Date.now() - returned < PATIENCE_MS && accepted.some(missingIn(upstream))) {
      if (!onlySlow) await sendAgainByOperator(stateDir)
      await sleep(5000)
    }
    const secondsToLast = Math.round((Date.now() - returned) / 100) / 10
    const subjects = new Map(accepted.map(({ receipt, subject }) => [receipt, subject]))
    const keys = upstream.inquiries.map(({ key }) => key ?? '')
    return {
      sent: next,
      accepted: accepted.length,
      queuedAtFirst: accepted.filter(({ state }) => state === 'queued').length,
      waitingAtReturn,
      arrived: keys.length,
      lost: accepted.filter(missingIn(upstream)).length,
      twiceByReceipt: repeated(keys),
      mixedUp: upstream.inquiries.filter(({ key, body }) => subjects.get(key ?? '') !== body.subject).length,
      unknown: keys.filter((key) => !subjects.has(key)).length,
      secondReceipts,
      kills: kills > 0 ? kills + 1 : 0,
      clientRetries: accepted.reduce((sum, { tries }) => sum + tries - 1, 0),
      upstreamCalls: upstream.calls.length,
      mostCalls: Math.max(
        ...[...Map.groupBy(upstream.calls, ({ headers }) => headers['idempotency-key']).values()].map(
          (calls) => calls.length,
        ),
      ),
      sentAgainWhenWell: repeated(
        upstream.calls.slice(callsUntilThen).map(({ headers }) => headers['idempotency-key']),
      ),
      secondsToLast,
    }
  } finally {
    stopCrons()
    await worker.close()
    await upstream.close()
    await rm(stateDir, { recursive: true, force: true })
  }
}

/** Sends a tenth of the inquiries once more under their keys. Gives how many came back with another receipt. */
async function askAgain(origin: string, accepted: Accepted[]): Promise<number> {
  let others = 0
  for (const [index, { key, subject, receipt }] of accepted.entries()) {
    if (index % 10 !== 0) continue
    const again = await post(origin, 200_000 + index, key, subject)
    if (again !== null && again.receipt !== receipt) others++
  }
  return others
}

/** As `npm run inquiries -- --retry` does it, for all that wait. What is delivered meanwhile is refused. */
const sendAgainByOperator = (stateDir: string): Promise<void> =>
  withLocalCommands(stateDir, async (type) => {
    for (const state of ['queued', 'undelivered'] as const) {
      const { rows } = await type('export', { state, after: null, size: 50 })
      for (const { receipt } of rows)
        await type('send-again', { receipt }).catch((error: unknown) => {
          if (!(error instanceof OperatorError)) throw error
        })
    }
  })

const repeated = (keys: unknown[]) => keys.length - new Set(keys).size

/** The receipt is the `Idempotency-Key` of each call. */
function missingIn({ inquiries }: FakeUpstream): (inquiry: Accepted) => boolean {
  const taken = new Set(inquiries.map(({ key }) => key))
  return ({ receipt }) => !taken.has(receipt)
}

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { prepareState } from '../../functions/cli/local-state.ts'
import { startFakeUpstream } from '../support/fake-upstream.ts'
import { inquiryRequest, post } from './chaos-client.ts'
import { startKillableWorker, type KillableWorker } from './killable-worker.ts'
import { atLeast, median, round, type Section } from './section.ts'
import { CONNECTIONS, shoot, type Round, type Target } from './throughput.ts'

const RECEIPTS = 1_000_000
const BARE = 'bare insert into a Durable Object'
const BEHIND = 'bare insert behind static files and a rate limit'
const EMPTY = 'inquiry accepted, empty store'
const FULL = `inquiry accepted, ${RECEIPTS} receipts`

/** Each from a client of its own, so that the rate limit stays out of the way. */
const accept = (name: string): Target => ({
  name,
  request: (count) => ({
    ...inquiryRequest(count, crypto.randomUUID(), `Inquiry ${count}`),
    path: '/api/board/inquiry',
  }),
})
const bareInsert = (config: string) => join(import.meta.dirname, 'bare-insert', config)

export const acceptedInquiries: Section = {
  name: 'inquiries',
  title: `Inquiries accepted per second while the upstream is down, ${CONNECTIONS} connections`,
  async measure({ quick }) {
    const [rounds, seconds, receipts] = quick ? [1, 1, 10_000] : [5, 4, RECEIPTS]
    const upstream = await startFakeUpstream()
    upstream.faults.set('board/inquiry', { kind: 'status', status: 503 })
    const states = await Promise.all([1, 2, 3, 4].map(() => mkdtemp(join(tmpdir(), 'vcp-x-bench-'))))
    const [bareState = '', behindState = '', emptyState = '', fullState = ''] = states
    const workers: KillableWorker[] = []
    const start = async (state: string, config?: string) => {
      const worker = await startKillableWorker(state, config ? {} : { UPSTREAM_URL: upstream.origin }, config)
      workers.push(worker)
      return worker
    }
    try {
      for (const state of [emptyState, fullState]) await prepareState(state)
      // The first inquiry creates the store that is filled.
      const first = await startKillableWorker(fullState, { UPSTREAM_URL: upstream.origin })
      await post(first.origin, 1, crypto.randomUUID(), 'First')
      await first.close()
      await fill(fullState, receipts)
      const targets: [Target, KillableWorker][] = [
        [accept(BARE), await start(bareState, bareInsert('wrangler.json'))],
        [accept(BEHIND), await start(behindState, bareInsert('behind-files-and-limit.json'))],
        [accept(EMPTY), await start(emptyState)],
        [accept(FULL), await start(fullState)],
      ]
      let count = 100_000
      const next = () => ++count
      const results = new Map<string, Round[]>(targets.map(([{ name }]) => [name, []]))
      for (const [target, worker] of targets) await shoot(worker, target, next, 1)
      for (let turn = 0; turn < rounds; turn++)
        for (const [target, worker] of targets)
          results.get(target.name)?.push(await shoot(worker, target, next, seconds))
      const ratio = (name: string, to: string) =>
        median(
          (results.get(name) ?? []).map(({ perSecond }, at) => perSecond / (results.get(to)?.[at]?.perSecond ?? NaN)),
        )
      return {
        tables: [
          {
            title: `Medians of ${rounds} rounds of ${seconds} s, interleaved`,
            columns: ['what', 'per second', 'ratio', 'ratio to that behind', 'p50 ms', 'p99 ms'],
            rows: [...results].map(([name, all]) => [
              name,
              Math.round(median(all.map(({ perSecond }) => perSecond))),
              round(ratio(name, BARE), 2),
              round(ratio(name, BEHIND), 2),
              median(all.map(({ p50 }) => p50)),
              median(all.map(({ p99 }) => p99)),
            ]),
          },
        ],
        budgets: [
          atLeast(`${EMPTY}, ratio to ${BARE}`, 0.4, ratio(EMPTY, BARE)),
          atLeast(`${FULL}, ratio to the empty store`, 0.9, ratio(FULL, EMPTY)),
        ],
        notes: [
          'Both are Workers of their own in workerd, asked over HTTP. The bare one inserts one row; ours checks the inquiry, its limit and its CSRF proof, stores it, counts it, sets its alarm and tries one delivery at a time.',
          'The simulator stores each count of a rate limit durably, and puts one more Worker before a site with static files. The second ratio is to a bare insert that has both.',
        ],
      }
    } finally {
      for (const worker of workers) await worker.close()
      await upstream.close()
      for (const state of states) await rm(state, { recursive: true, force: true })
    }
  },
}

/** Adds delivered inquiries to the store of the default brand, one a minute. The Worker must not run. */
async function fill(stateDir: string, receipts: number): Promise<void> {
  const folder = join(stateDir, 'v3/do/vcp-x-home-Outbox')
  const stores = (await readdir(folder)).filter((name) => name.endsWith('.sqlite') && !name.startsWith('metadata'))
  let filled = 0
  for (const store of stores) {
    const db = new DatabaseSync(join(folder, store))
    if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'counter'").get()) {
      db.exec(`
        WITH RECURSIVE number (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < ${receipts})
        INSERT INTO inquiry (receipt, key, state, accepted_at, delivered_at, attempts, sent_files)
        SELECT hex(randomblob(16)), hex(randomblob(16)), 'delivered', ${Date.now()} - n * 20000, ${Date.now()} - n * 20000 + 500, 1, '[]' FROM number;
        UPDATE counter SET value = value + ${receipts} WHERE name = 'accepted';
        INSERT INTO counter (name, value) VALUES ('delivered', ${receipts}) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value`)
      filled++
    }
    db.close()
  }
  if (filled !== 1) throw new Error(`${filled} stores were filled instead of one.`)
}

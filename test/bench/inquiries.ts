import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareState, withLocalState } from '../../functions/cli/local-state.ts'
import { BUILT_CONFIG, ROOT } from '../../functions/cli/settings.ts'
import { startFakeUpstream } from '../support/fake-upstream.ts'
import { inquiryRequest } from './chaos-client.ts'
import { startKillableWorker, type KillableWorker } from './killable-worker.ts'
import { atLeast, median, round, type Section } from './section.ts'
import { CONNECTIONS, shoot, type Round, type Target } from './throughput.ts'

const RECEIPTS = 1_000_000
const FILLED_AT_ONCE = 20_000
const BARE = 'bare insert of the same row'
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

/** Writes the configuration of a Worker that only inserts, with the database of the built one. @returns its path */
async function bareConfig(folder: string, isBehind: boolean): Promise<string> {
  const { compatibility_date, compatibility_flags, d1_databases } = JSON.parse(
    await readFile(BUILT_CONFIG, 'utf8'),
  ) as Record<string, unknown>
  const path = join(folder, 'bare-insert.json')
  const behind = {
    assets: { directory: join(ROOT, 'dist/client'), run_worker_first: ['/api/*'] },
    ratelimits: [{ name: 'LIMIT', namespace_id: '1', simple: { limit: 20, period: 60 } }],
  }
  const config = {
    name: 'bare-insert',
    main: join(import.meta.dirname, 'bare-insert.ts'),
    compatibility_date,
    compatibility_flags,
    d1_databases,
    ...(isBehind && behind),
  }
  await writeFile(path, JSON.stringify(config))
  return path
}

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
      for (const state of states) await prepareState(state)
      await fill(fullState, receipts)
      const targets: [Target, KillableWorker][] = [
        [accept(BARE), await start(bareState, await bareConfig(bareState, false))],
        [accept(BEHIND), await start(behindState, await bareConfig(behindState, true))],
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
          atLeast(`${EMPTY}, ratio to ${BARE}`, 0.5, ratio(EMPTY, BARE)),
          atLeast(`${FULL}, ratio to the empty store`, 0.9, ratio(FULL, EMPTY)),
        ],
        notes: [
          'Both are Workers of their own in workerd, asked over HTTP. The bare one inserts the same row with the same indexes; ours checks the inquiry, its limit and its CSRF proof, frees an old key, stores it with its mails and tries one delivery at a time.',
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

/** Adds delivered inquiries, one in twenty seconds. The Worker must not run. */
async function fill(stateDir: string, receipts: number): Promise<void> {
  const from = Date.now() - receipts * 20_000
  await withLocalState(stateDir, async ({ DB }) => {
    for (let first = 0; first < receipts; first += FILLED_AT_ONCE)
      await DB.prepare(
        `WITH RECURSIVE number (n) AS (VALUES (?1) UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?2)
         INSERT INTO inquiry (id, receipt, brand_id, white_label, kind, state, accepted_at, delivered_at, processed_months, attempts)
         SELECT ((?3 + n * 20000) << 20) + n, hex(randomblob(16)), 'vcp-x', 'default', 'sales', 'delivered',
           strftime('%Y-%m-%dT%H:%M:%fZ', (?3 + n * 20000) / 1000.0, 'unixepoch'),
           strftime('%Y-%m-%dT%H:%M:%fZ', (?3 + n * 20000) / 1000.0, 'unixepoch'), 1, 1 FROM number`,
      )
        .bind(first, Math.min(first + FILLED_AT_ONCE, receipts), from)
        .run()
  })
}

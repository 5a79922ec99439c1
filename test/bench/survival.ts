import { chaos, type ChaosCounts } from './chaos.ts'
import { atMost, type Section } from './section.ts'

/** What must not happen to a single inquiry. */
const BROKEN = [
  'lost',
  'twiceByReceipt',
  'mixedUp',
  'unknown',
  'secondReceipts',
] as const satisfies (keyof ChaosCounts)[]

export const survival: Section = {
  name: 'chaos',
  title: 'Inquiries while the upstream misbehaves and the Worker is killed',
  async measure({ quick }) {
    const inquiries = quick ? 100 : 1000
    const runs: [string, ChaosCounts][] = [
      ['misbehaving', await chaos({ inquiries, atOnce: 20, kills: 3, share: 0.6, seed: 1 })],
      ['slow', await chaos({ inquiries, atOnce: 20, kills: 0, share: 0.3, seed: 3, onlySlow: true })],
      ['down throughout', await chaos({ inquiries, atOnce: 20, kills: 3, share: 1, seed: 2 })],
    ]
    const [[, counts]] = runs as [[string, ChaosCounts]]
    return {
      tables: [
        {
          title: `${inquiries} inquiries, 20 at once`,
          columns: ['upstream', ...Object.keys(counts)],
          rows: runs.map(([name, run]) => [name, ...Object.values(run)]),
        },
      ],
      budgets: runs.flatMap(([name, run]) => [
        atMost(
          `inquiries lost, doubled or mixed up, upstream ${name}`,
          0,
          BROKEN.reduce((sum, key) => sum + run[key], 0),
        ),
        ...(name === 'slow' ? [atMost('calls of one inquiry, upstream slow', 1, run.mostCalls)] : []),
        atMost(`last inquiry delivered after the upstream’s return, upstream ${name}`, 120, run.secondsToLast, ' s'),
      ]),
    }
  },
}

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { atMost, type Section } from './section.ts'

const ROOT = join(import.meta.dirname, '../..')

export const simulation: Section = {
  name: 'simulation',
  title: 'The outbox against a model: crashes, lost answers, clock jumps',
  async measure({ quick }) {
    const steps = quick ? 10_000 : 1_000_000
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--config',
        'test/vitest.config.ts',
        quick ? 'unit/functions/outbox/simulation' : 'long/outbox-simulation',
      ],
      { cwd: ROOT, encoding: 'utf8' },
    )
    if (status !== 0) console.log(stdout)
    return {
      tables: [],
      budgets: [atMost(`broken promises in ${steps} steps`, 0, status === 0 ? 0 : 1)],
      notes: [/Simulation: .*/.exec(stdout)?.[0] ?? 'no seed was printed'],
    }
  },
}

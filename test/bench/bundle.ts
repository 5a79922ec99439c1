import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../functions/cli/programs.ts'
import { BUILT_CONFIG } from '../../functions/cli/settings.ts'
import { atMost, median, type Section } from './section.ts'

/** Of a Worker on the free plan, compressed. */
const BUNDLE_KIB_MAX = 3072
/** Cloudflare refuses a Worker that needs longer. */
const START_MS_MAX = 1000

export const bundle: Section = {
  name: 'bundle',
  title: 'The Worker’s bundle and its start',
  async measure({ quick }) {
    const folder = await mkdtemp(join(tmpdir(), 'vcp-x-bundle-'))
    try {
      const file = join(folder, 'worker.bundle')
      const deploy = await run(
        'wrangler',
        ['deploy', '--dry-run', '--config', BUILT_CONFIG, '--outfile', file],
        'The dry run',
      )
      const [, total = NaN, gzip = NaN] = (/Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(deploy) ?? []).map(
        Number,
      )
      const active: number[] = []
      for (let round = 0; round < (quick ? 1 : 5); round++) {
        const startup = await run(
          'wrangler',
          [
            'check',
            'startup',
            '--config',
            BUILT_CONFIG,
            '--worker',
            file,
            '--outfile',
            join(folder, 'start.cpuprofile'),
          ],
          'The start-up check',
        )
        active.push(Number(/Active: ([\d.]+) ms/.exec(startup)?.[1]))
      }
      return {
        tables: [
          {
            title: 'As wrangler reports it',
            columns: ['bundle KiB', 'gzip KiB', 'start, active ms'],
            rows: [[total, gzip, median(active)]],
          },
        ],
        budgets: [
          atMost('Worker bundle, gzip', BUNDLE_KIB_MAX, gzip, ' KiB'),
          atMost('Worker start, active', START_MS_MAX, median(active), ' ms'),
        ],
        notes: [
          'The start is a local profile’s active time; Cloudflare measures its own on deployment. Both budgets are the platform’s limits.',
        ],
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

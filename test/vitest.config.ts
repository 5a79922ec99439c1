import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SecondTries } from './support/second-tries.ts'

const project = (name: string, extra = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`, `test/${name}/**/*.test.tsx`],
    setupFiles: 'test/support/seed.ts',
    ...extra,
  },
})

/**
 * A browser test may be tried a second time: Chromium itself stands still now and then on a busy machine. Whatever needed it is printed
 * as a fault to mend (support/second-tries.ts). All other tests are tried once.
 */
const SECOND_TRY_OF_BROWSER = 1
/** Long enough for a busy machine: only what never happens fails. */
const PATIENT = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } } }
/** A browser test that hangs ends before it has cost much: each of its steps gives up sooner still (e2e/support/browser.ts). */
const BROWSER_TEST_MS = 120_000

/** Vitest alone would leave one of them to itself. */
const EVERY_CORE = '100%'

/** Worker tests whose subject is time. Nothing else runs beside them. */
const ALONE = ['test/worker/read-limits.test.ts']

/** Small files, which Vitest would start last, that wait for half a minute or compute for half an hour: at the end nothing runs beside. */
const EARLY = [
  'test/worker/stalled-upload.test.ts',
  'test/worker/unread-download.test.ts',
  'test/worker/slow-upstream.test.ts',
  'test/worker/upload-memory.test.ts',
  'test/worker/hostile-documents.test.ts',
  'test/long/simulation.test.ts',
]
/** Files between two of them: several that wait would leave the processor to nobody. */
const APART = 12

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => EARLY.findIndex((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    const early = sorted.filter((file) => placeOf(file) >= 0).toSorted((one, other) => placeOf(one) - placeOf(other))
    const all = sorted.filter((file) => placeOf(file) < 0)
    for (const [nth, file] of early.entries()) all.splice(nth * APART, 0, file)
    return all
  }
}

const ROOT = new URL('..', import.meta.url).pathname

/** Unit files that put something else in the place of a module. A process each, so that no other file gets it, nor they the real one. */
const MOCKING = globSync('test/unit/**/*.test.{ts,tsx}', { cwd: ROOT }).filter((file) =>
  readFileSync(join(ROOT, file), 'utf8').includes('vi.mock('),
)

/** The modules of workerd are not there in Node.js. */
const WITHOUT_WORKERD = {
  resolve: {
    alias: {
      'cloudflare:workers': join(ROOT, 'test/support/workerd.ts'),
      'cloudflare:sockets': join(ROOT, 'test/support/workerd.ts'),
    },
  },
}

const BUILT = 'test/support/built.ts'

export default defineConfig({
  root: ROOT,
  test: {
    reporters: ['default', new SecondTries()],
    slowTestThreshold: 5000,
    // Concurrent tests of one file (scroll-position).
    maxConcurrency: 3,
    sequence: { sequencer: LongestFirst },
    // Groups run one after the other.
    projects: [
      {
        extends: './app.config.ts',
        ...WITHOUT_WORKERD,
        // Files of one process share its modules: a process for each file was a third of the run.
        ...project('unit', { ...PATIENT, isolate: false, exclude: MOCKING, maxWorkers: EVERY_CORE }),
      },
      {
        extends: './app.config.ts',
        ...WITHOUT_WORKERD,
        ...project('unit-mocking', { ...PATIENT, include: MOCKING, maxWorkers: EVERY_CORE }),
      },
      project('architecture', { isolate: false, maxWorkers: EVERY_CORE }),
      {
        extends: './app.config.ts',
        ...project('worker', {
          ...PATIENT,
          exclude: ALONE,
          globalSetup: BUILT,
          // Files of one process share its sites (support/site.ts), and wrangler is loaded once.
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        }),
      },
      project('e2e', {
        ...PATIENT,
        testTimeout: BROWSER_TEST_MS,
        globalSetup: [BUILT, 'test/e2e/support/shared-site.ts'],
        retry: SECOND_TRY_OF_BROWSER,
        // Playwright and wrangler are loaded once for each process.
        isolate: false,
        maxWorkers: 4,
        // With the Worker tests: those that wait for a clock leave the processor to the others.
        sequence: { groupOrder: 1 },
      }),
      project('worker-alone', {
        ...PATIENT,
        include: ALONE,
        globalSetup: BUILT,
        maxWorkers: 1,
        sequence: { groupOrder: 2 },
      }),
      {
        extends: './app.config.ts',
        ...WITHOUT_WORKERD,
        ...project('long', {
          ...PATIENT,
          globalSetup: [BUILT, 'test/e2e/support/shared-site.ts'],
          testTimeout: 3_600_000,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        }),
      },
    ],
  },
})

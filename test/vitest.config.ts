import { defineConfig } from 'vitest/config'

const project = (name: string, extra = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`, `test/${name}/**/*.test.tsx`], ...extra },
})

/** A machine that stands still for seconds must not fail a run: what is really broken fails twice. */
const RETRY = 1
/** Long enough for a busy machine: only what never happens fails. */
const EXPECT = { poll: { timeout: 30_000 } }

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    reporters: ['default'],
    // Concurrent tests of one file (axe-matrix, scroll-position).
    maxConcurrency: 3,
    projects: [
      { extends: './app.config.ts', ...project('unit', { testTimeout: 60_000 }) },
      project('architecture'),
      // One group after the other. Each file has its own site, ports and state. Worker tests keep the deadlines of the real settings,
      // so they do not share a core; browser tests mostly wait for Chromium.
      {
        extends: './app.config.ts',
        ...project('worker', {
          maxWorkers: 2,
          retry: RETRY,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: EXPECT,
        }),
      },
      project('e2e', {
        globalSetup: 'test/e2e/support/shared-site.ts',
        maxWorkers: 3,
        retry: RETRY,
        sequence: { groupOrder: 2 },
        testTimeout: 120_000,
        hookTimeout: 180_000,
        expect: EXPECT,
      }),
    ],
  },
})

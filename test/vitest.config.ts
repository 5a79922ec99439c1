import { defineConfig } from 'vitest/config'

const project = (name: string, extra = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`, `test/${name}/**/*.test.tsx`], ...extra },
})

/** What a test waits for comes when it comes; only what never comes fails it. */
const PATIENT = { poll: { timeout: 30_000 } }

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    reporters: ['default'],
    // Of the tests in one file that run at once (axe-matrix).
    maxConcurrency: 2,
    projects: [
      { extends: './app.config.ts', ...project('unit', { testTimeout: 60_000 }) },
      project('architecture'),
      // One group after the other. Each file has a site with ports and state of its own. Files mostly wait, for workerd and Chromium, so
      // more run at a time than there are cores; each has time enough for a noisy machine.
      project('worker', {
        maxWorkers: 3,
        sequence: { groupOrder: 1 },
        testTimeout: 60_000,
        hookTimeout: 120_000,
        expect: PATIENT,
      }),
      project('e2e', {
        globalSetup: 'test/e2e/support/shared-site.ts',
        maxWorkers: 3,
        sequence: { groupOrder: 2 },
        testTimeout: 120_000,
        hookTimeout: 180_000,
        expect: PATIENT,
      }),
    ],
  },
})

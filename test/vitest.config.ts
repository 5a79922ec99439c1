import { defineConfig } from 'vitest/config'

const project = (name: string, extra = {}) => ({ test: { name, include: [`test/${name}/**/*.test.ts`, `test/${name}/**/*.test.tsx`], ...extra } })

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    reporters: ['default'],
    projects: [
      { extends: './app.config.ts', ...project('unit', { testTimeout: 60_000 }) },
      project('house'),
      // They share two cores with workerd and Chromium: one file at a time, and time enough for a noisy machine.
      project('worker', { fileParallelism: false, testTimeout: 60_000, hookTimeout: 120_000 }),
      project('e2e', { globalSetup: 'test/e2e/shared-site.ts', fileParallelism: false, testTimeout: 120_000, hookTimeout: 180_000 }),
    ],
  },
})

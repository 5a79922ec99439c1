import type { TestProject } from 'vitest/node'
import { loadFirstContent } from '../../../functions/cli/first-content.ts'
import { startSite } from '../../support/site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the site with the first content listens, one for all files that change nothing in it. */
    origin: string
  }
}

/** Vitest's global setup of the browser tests: the built Worker, migrated and filled as `npm start` fills it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startSite()
  await loadFirstContent(site.env.DB, new Date())
  project.provide('origin', site.url.origin)
  return () => site.close()
}

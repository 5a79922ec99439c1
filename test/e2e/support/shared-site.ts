import type { TestProject } from 'vitest/node'
import { loadFirstContent } from '../../../functions/cli/first-content.ts'
import { startSite } from '../../support/site.ts'
import { serveBrowser, SHARED_BROWSER } from './browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the site with the first content listens, one for all files that change nothing in it. */
    origin: string
  }
}

/** Vitest's global setup of the browser tests: the built Worker, migrated and filled as `npm start` fills it, and one browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [site, browser] = await Promise.all([startSite(), serveBrowser()])
  await loadFirstContent(site.env.DB, new Date())
  project.provide('origin', site.url.origin)
  process.env[SHARED_BROWSER] = browser.wsEndpoint()
  return async () => {
    delete process.env[SHARED_BROWSER]
    await Promise.all([site.close(), browser.close()])
  }
}

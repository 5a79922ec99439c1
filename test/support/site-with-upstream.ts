import { afterAll, afterEach, beforeAll } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { type Site, startSite } from './site.ts'

/** A site before a fake upstream. */
export interface SiteWithUpstream {
  site: Site
  upstream: FakeUpstream
}

/**
 * One site before a fake upstream for a whole file or describe: there once its tests begin, well and without a record for each of
 * them, gone after the last.
 */
export function siteWithUpstream(vars: Record<string, string> = {}): SiteWithUpstream {
  const both = {} as SiteWithUpstream
  beforeAll(async () => {
    both.upstream = await startFakeUpstream()
    both.site = await startSite({ upstream: both.upstream.origin, vars })
  })
  afterEach(() => {
    both.upstream.faults.clear()
    both.upstream.calls.length = 0
    both.upstream.inquiries.length = 0
  })
  afterAll(async () => {
    await both.site.close()
    await both.upstream.close()
  })
  return both
}

import { afterAll, afterEach, beforeAll } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { type Site, startSite } from './site.ts'

/** A site in front of a fake upstream. */
export interface SiteWithUpstream {
  site: Site
  upstream: FakeUpstream
}

/**
 * One site in front of a fake upstream for all tests of a file or `describe`. After each test the upstream has no faults and no record.
 * @param prepare changes the upstream before the site starts
 */
export function siteWithUpstream(
  vars: Record<string, string> = {},
  prepare: (upstream: FakeUpstream) => void = () => {},
): SiteWithUpstream {
  const served = {} as SiteWithUpstream
  beforeAll(async () => {
    served.upstream = await startFakeUpstream()
    prepare(served.upstream)
    served.site = await startSite({ upstream: served.upstream.origin, vars })
  })
  afterEach(() => {
    served.upstream.faults.clear()
    served.upstream.calls.length = 0
    served.upstream.inquiries.length = 0
  })
  afterAll(async () => {
    await served.site.close()
    await served.upstream.close()
  })
  return served
}

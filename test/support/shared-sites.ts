import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { sampleBoards } from './boards.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { ADMIN_TOKEN } from './operator.ts'
import { seedEmbedded, type Site, startSite } from './site.ts'
import type { SiteWithUpstream } from './site-with-upstream.ts'

/*
 * Two sites for all files that need no settings of their own. Files of one process run one after the other and share its modules, so each
 * process starts each site once, at its first use, and both end with it. What a file leaves behind must disturb no other file: its
 * clients' addresses, brands' boards and receipts are its own, and its inquiries are delivered.
 */
let remote: Promise<SiteWithUpstream> | undefined
let embedded: Promise<Site> | undefined

const fill = ({ boards }: FakeUpstream) => {
  for (const label of ['default', 'partner-a', 'partner-b']) boards.set(label, sampleBoards(label))
}

async function startRemote(): Promise<SiteWithUpstream> {
  const upstream = await startFakeUpstream()
  fill(upstream)
  // On a busy machine a good answer may take long.
  const site = await startSite({ upstream: upstream.origin, vars: { UPSTREAM_TIMEOUT_MS: '5000', ADMIN_TOKEN } })
  return { site, upstream }
}

/** Forgets what one test has asked of the upstream. */
function calm({ faults, calls, inquiries }: FakeUpstream): void {
  faults.clear()
  calls.length = 0
  inquiries.length = 0
}

/**
 * The shared site in front of a fake upstream, whose brands all have the boards of `sampleBoards`, with an admin that `signIn` opens.
 * Before and after each test the upstream has no faults and no record.
 */
export function remoteSite(): SiteWithUpstream {
  const served = {} as SiteWithUpstream
  beforeAll(async () => {
    Object.assign(served, await (remote ??= startRemote()))
    calm(served.upstream)
    // A good answer closes the circuit breaker, should an earlier file have opened it.
    const asked = () => served.site.call('board/selectList', { group_uuid: crypto.randomUUID() })
    await vi.waitFor(async () => expect((await asked()).status).toBe(200), { timeout: 30_000, interval: 250 })
    calm(served.upstream)
  })
  afterEach(() => calm(served.upstream))
  afterAll(async () => {
    const queued = async () => (await served.site.sql("SELECT receipt FROM inquiry WHERE state = 'queued'")).length
    if ((await queued()) > 0) await served.site.endPauses()
    await vi.waitFor(async () => expect(await queued()).toBe(0), { timeout: 60_000, interval: 250 })
    calm(served.upstream)
    fill(served.upstream)
  })
  return served
}

async function startEmbedded(): Promise<Site> {
  const site = await startSite({ vars: { ADMIN_TOKEN } })
  await seedEmbedded(site.env.DB, sampleBoards('x', { notices: 1, questions: 0 }), null)
  return site
}

/** The shared site with the embedded upstream, the sub-categories of `sampleBoards`, and an admin that `signIn` opens. */
export function embeddedSite(): { readonly site: Site } {
  const served = {} as { site: Site }
  beforeAll(async () => {
    served.site = await (embedded ??= startEmbedded())
  })
  return served
}

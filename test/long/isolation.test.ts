import { afterAll, beforeAll, expect, test } from 'vitest'
import { isolationLine, runIsolation } from '../support/isolation/run.ts'
import { sampleBoards } from '../support/boards.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { type Site, startSite } from '../support/site.ts'
import { brands } from '../../functions/brand/hosts.ts'

/* A site of its own, so that its caches are cold, and every way to ask in every language. */
let upstream: FakeUpstream
let site: Site
beforeAll(async () => {
  upstream = await startFakeUpstream()
  for (const { whiteLabel } of brands) upstream.boards.set(whiteLabel, sampleBoards(whiteLabel))
  site = await startSite({ upstream: upstream.origin, vars: { UPSTREAM_TIMEOUT_MS: '5000' } })
})
afterAll(async () => {
  await site.close()
  await upstream.close()
})

test('no byte of a brand is in 3,000 answers of others, with cold caches and warm ones', async () => {
  const found = await runIsolation({ site, entries: null, isWhole: true })
  console.log(isolationLine(found))
  expect(found.wrong).toEqual([])
  expect(found.leaks).toEqual([])
  expect(found.asked).toBeGreaterThan(3000)
})

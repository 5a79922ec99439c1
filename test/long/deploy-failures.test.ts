import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { beginPause } from '../../functions/database/pause.ts'
import type { Fault } from '../support/fake-cloudflare/faults.ts'
import { startFakeCloudflare, type FakeCloudflare } from '../support/fake-cloudflare/server.ts'
import { typeAt, visitHost } from '../support/fake-cloudflare/type-at.ts'
import { filledCheckout, type Checkout } from '../support/filled-checkout.ts'

/*
 * `npm run deploy` while Cloudflare fails: every call of a first deployment and of a release goes wrong the first time it is made, and the
 * command is run again after each. At the end there is one site, and nothing of it was made twice. Then releases whose checks fail.
 */
const RUNS_MAX = 120
/** Made twice in a release, with other contents: for no visitors, and for all. */
const TWICE = 'POST /accounts/:id/workers/scripts/vcp-x-home/deployments'

let checkout: Checkout
beforeAll(async () => {
  checkout = await filledCheckout()
})
afterAll(() => checkout.remove())

/** Has each call fail when it is made for the first time. */
function failEachOnce(fake: FakeCloudflare, fault: Fault): { failed: string[] } {
  const made = new Map<string, number>()
  const failed: string[] = []
  fake.faults.plan(
    fault,
    (call) => {
      const times = (made.get(call) ?? 0) + 1
      made.set(call, times)
      const fails = times === 1 || (call === TWICE && times === 3)
      if (fails) failed.push(call)
      return fails
    },
    Number.POSITIVE_INFINITY,
  )
  return { failed }
}

/** Types the command until it is through, and gives how often. */
async function deployUntilLive(fake: FakeCloudflare): Promise<number> {
  for (let runs = 1; runs <= RUNS_MAX; runs++) {
    const { printed } = await typeAt(fake, checkout, ['deploy', '--yes'])
    if (/^Live: version/m.test(printed)) return runs
    // Each failure is told in words, without the stack of a program.
    expect(printed).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m)
  }
  throw new Error(`The site was not live after ${RUNS_MAX} runs.`)
}

test.each<[string, Fault]>([
  ['is refused', 'refused'],
  ['is never answered, and the operator ends the command', 'hung'],
  ['is cut before anything is done', 'cut'],
  ['is done and the answer is lost', 'lost'],
  ['is asked for too often', 'too-many'],
])('there is one site where each call once %s', async (_words, fault) => {
  const fake = await startFakeCloudflare(['vcp-x.test', 'partner-a.test'])
  try {
    const { failed } = failEachOnce(fake, fault)
    const first = await deployUntilLive(fake)
    await checkout.add('app/urls/release.txt', `${fault}\n`)
    const second = await deployUntilLive(fake)
    console.log(`${fault}: ${failed.length} calls failed, ${first} + ${second} runs`)
    expect(failed.length).toBeGreaterThan(35)

    const { kv, d1, r2, queues, domains, zones, workers } = fake.account
    const [home] = zones
    expect([kv, d1, r2, queues, workers, domains].map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 2])
    expect(queues[0]?.consumers).toHaveLength(1)
    expect([home?.customHostnames.length, home?.records.length, home?.routes.length]).toEqual([1, 1, 1])
    expect(zones.map(({ settings }) => settings.always_use_https)).toEqual(['on', 'on'])
    const [worker] = workers
    expect(worker?.crons).toHaveLength(2)
    // wrangler repeats an upload whose answer is lost: the same version may be there again, and gets no visitors.
    expect(new Set(worker?.versions.map(({ metadata }) => metadata.annotations?.['workers/tag'])).size).toBe(2)
    const live = worker?.deployments.at(-1)?.versions
    expect(live).toEqual([{ version_id: expect.any(String), percentage: 100 }])
    for (const host of ['www.vcp-x.test', 'partner-a.test']) {
      const { version } = (await (await visitHost(fake, `https://${host}/healthz`)).json()) as { version: string }
      expect([host, version]).toEqual([host, live?.[0]?.version_id])
      expect((await visitHost(fake, `https://${host}/readyz`)).status).toBe(200)
    }
    const database = await fake.edge.database(String(d1[0]?.uuid))
    const sealed = await database.prepare('SELECT file FROM legal_version').all()
    expect(sealed.results).toHaveLength(12)
    expect(fake.unknown).toEqual([])
  } finally {
    await fake.close()
  }
})

test('a release that pauses the site goes live, and one of a paused site, one that fails once it has the visitors is put back, and a rollback passes it over', async () => {
  const fake = await startFakeCloudflare(['vcp-x.test', 'partner-a.test'])
  try {
    const live = () => fake.account.workers[0]?.deployments.at(-1)?.versions
    const only = (id: string | undefined) => [{ version_id: id, percentage: 100 }]
    const deploy = (...args: string[]) => typeAt(fake, checkout, ['deploy', '--yes', ...args])
    const uploaded = () => fake.account.workers[0]?.versions.at(-1)?.id
    await deploy()

    const settings = (text: string, paused: string) =>
      text.replace(/^CANARY = .*$/m, 'CANARY = "vcp-x"').replace(/^PAUSED = .*$/m, `PAUSED = "${paused}"`)
    await checkout.edit('wrangler.toml', (text) => settings(text, 'on'))
    const byHand = await deploy()
    expect([byHand.code, byHand.printed]).toEqual([0, expect.not.stringContaining('Waiting for a canary')])
    expect(live()).toEqual(only(uploaded()))

    const database = await fake.edge.database(String(fake.account.d1[0]?.uuid))
    await beginPause(database as unknown as D1Database, new Date())
    const ready = async () => (await visitHost(fake, 'https://www.vcp-x.test/readyz')).status
    await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 30_000, interval: 1000 })

    await checkout.edit('wrangler.toml', (text) => settings(text, 'off'))
    const paused = await deploy()
    expect(paused).toMatchObject({ code: 0, printed: expect.stringContaining('No canary is waited for') })
    const good = uploaded()
    expect(live()).toEqual(only(good))

    // A host that is new is asked only once the version has the visitors.
    fake.account.domains = fake.account.domains.filter(({ hostname }) => hostname !== 'partner-a.test')
    const sound = '  const preference = await answerPreferencePost(request)'
    const broken = `  if (url.hostname === 'partner-a.test' && url.pathname === '/support/notice') throw new Error('broken')\n${sound}`
    await checkout.edit('app/server.ts', (text) => text.replace(sound, broken))
    const failed = await deploy()
    expect([failed.code, failed.printed]).toEqual([
      1,
      expect.stringContaining(`The version before (${good}) has all visitors. Tables, hosts, HTTPS and crons`),
    ])
    expect(live()).toEqual(only(good))
    expect(fake.account.workers[0]?.deployments.at(-2)?.versions).toEqual(only(uploaded()))

    await checkout.edit('app/server.ts', (text) => text.replace(broken, `${sound}\n`))
    expect(await deploy()).toMatchObject({ code: 0 })
    expect(await deploy('--rollback')).toMatchObject({ code: 0 })
    expect(live()).toEqual(only(good))
  } finally {
    await fake.close()
  }
})

test('a paused site goes live on hosts that only the release itself points at it', async () => {
  const fake = await startFakeCloudflare(['vcp-x.test', 'partner-a.test'])
  try {
    const deploy = () => typeAt(fake, checkout, ['deploy', '--yes'])
    await deploy()
    const database = await fake.edge.database(String(fake.account.d1[0]?.uuid))
    await beginPause(database as unknown as D1Database, new Date())
    const ready = async () => (await visitHost(fake, 'https://www.vcp-x.test/readyz')).status
    await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 30_000, interval: 1000 })
    // The hosts of the brands still lead to the site of which the backup is.
    fake.account.domains = fake.account.domains.map((domain) => ({ ...domain, service: 'the-original' }))
    await checkout.add('app/urls/release.txt', 'moved\n')
    expect(await deploy()).toMatchObject({ code: 0, printed: expect.stringContaining('Live: version') })
  } finally {
    await fake.close()
  }
})

import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '../e2e/support/chromium.ts'
import { fill, openForm, submit } from '../e2e/support/form.ts'
import { AUDIENCE, startAccessTeam, type AccessTeam } from '../support/access-team.ts'
import { startFakeCloudflare, type FakeCloudflare } from '../support/fake-cloudflare/server.ts'
import { typeAt, visitHost } from '../support/fake-cloudflare/type-at.ts'
import { filledCheckout, type Checkout } from '../support/filled-checkout.ts'

/*
 * `npm run deploy` from an empty account to a site with three brands, and the releases after it. The account is a Cloudflare of our own,
 * which answers the calls of the installed wrangler and starts in workerd what was uploaded. Each test goes on where the one before ended.
 */
const HOSTS = { 'vcp-x': 'www.vcp-x.test', 'partner-a': 'partner-a.test', 'partner-b': 'partner-b.test' }

let fake: FakeCloudflare
let checkout: Checkout
let team: AccessTeam
let browser: Browser
beforeAll(async () => {
  ;[fake, checkout, team] = await Promise.all([
    // The zone of the second partner is its own.
    startFakeCloudflare(['vcp-x.test', 'partner-a.test']),
    filledCheckout(),
    startAccessTeam(),
  ])
  await checkout.edit('wrangler.toml', (text) =>
    text
      .replace('ACCESS_TEAM_DOMAIN = ""', `ACCESS_TEAM_DOMAIN = "${team.origin}"`)
      .replace('ACCESS_AUD = ""', `ACCESS_AUD = "${AUDIENCE}"`)
      .replace('MAIL_FROM = ""', 'MAIL_FROM = "site@vcp-x.test"'),
  )
  fake.account.access.push({
    host: HOSTS['vcp-x'],
    paths: ['/admin', '/api/admin'],
    team: 'https://team.cloudflareaccess.com',
  })
  // Cloudflare adds them when the domain is onboarded to Email Sending.
  const text = (name: string, content: string) => ({ id: name, type: 'TXT', name, content })
  fake.account.zones[0]?.records.push(
    text('cf-bounce.vcp-x.test', 'v=spf1 include:_spf.mx.cloudflare.net ~all'),
    text('cf-bounce._domainkey.vcp-x.test', 'v=DKIM1; h=sha256; k=rsa; p=MIIB'),
    text('_dmarc.vcp-x.test', 'v=DMARC1; p=reject'),
  )
  browser = await chromium.launch({
    executablePath: chromiumPath() ?? '',
    args: [
      '--no-sandbox',
      `--host-resolver-rules=MAP *.test ${fake.origin.slice('http://'.length)}`,
      // The site knows https only; the fake has no certificate.
      `--unsafely-treat-insecure-origin-as-secure=${Object.values(HOSTS)
        .map((host) => `http://${host}`)
        .join()}`,
    ],
  })
})
afterAll(async () => {
  await browser.close()
  await Promise.all([fake.close(), checkout.remove(), team.close()])
})

const deploy = (...args: string[]) => typeAt(fake, checkout, ['deploy', '--yes', ...args])
const worker = () => {
  const [only, ...others] = fake.account.workers
  expect(others).toEqual([])
  if (!only) throw new Error('There is no Worker')
  return only
}
/** The version that a visitor gets. */
const versionAt = async (host: string) => {
  const { version } = (await (await visitHost(fake, `https://${host}/healthz`)).json()) as { version: string }
  return version
}
const liveVersion = () =>
  worker()
    .deployments.at(-1)
    ?.versions.find(({ percentage }) => percentage === 100)?.version_id
const brandAt = async (host: string) =>
  /data-brand="([^"]+)"/.exec(await (await visitHost(fake, `https://${host}/?lng=en`)).text())?.[1]

describe('the first deployment', () => {
  test('is refused with one list of what the token and the account lack, and changes nothing', async () => {
    fake.account.permissions.delete('D1 Write')
    fake.account.permissions.delete('DNS Write')
    fake.account.plan = 'workers_free'
    for (const zone of fake.account.zones) zone.hasCustomHostnames = false
    const { code, printed } = await deploy()
    for (const zone of fake.account.zones) zone.hasCustomHostnames = true
    fake.account.permissions.add('D1 Write').add('DNS Write')
    fake.account.plan = 'workers_paid'
    expect(printed).toMatch(/permission of the API token: Account, D1: Edit\n/)
    expect(printed).toMatch(/permission of the API token: Zone, DNS: Edit\n/)
    expect(printed).toMatch(/the plan Workers Paid\n/)
    expect(printed).toMatch(/Cloudflare for SaaS in the zone vcp-x\.test\n/)
    expect(code).toBe(1)
    expect(fake.faults.calls.filter((call) => !call.startsWith('GET '))).toEqual([])
  })

  test('says what to do where the token is not taken, before it builds', async () => {
    const { code, printed } = await typeAt(fake, checkout, ['deploy'], { CLOUDFLARE_API_TOKEN: 'wrong' })
    expect([code, printed]).toEqual([1, expect.stringMatching(/^Cloudflare refused GET \/accounts.*no valid token/)])
  })

  test('asks before it creates anything, and does not where nobody can be asked', async () => {
    const { code, printed } = await typeAt(fake, checkout, ['deploy'])
    expect([code, printed]).toEqual([1, expect.stringContaining('Run the command with --yes')])
    expect(fake.account.kv).toEqual([])
  })

  test('brings three brands live, and names the records that a partner has to set', async () => {
    const { code, printed } = await deploy('--first-content')
    expect(printed).toContain('7 board entries written.')
    expect(printed).toMatch(/Live: version [0-9a-f-]{36} on www\.vcp-x\.test, partner-a\.test\n/)
    expect(printed).toContain('partner-b.test: CNAME partner-b.test → sites.vcp-x.test')
    expect(printed).toMatch(/TXT _cf-custom-hostname\.partner-b\.test → \w+/)
    expect(code).toBe(0)
    const [home] = fake.account.zones
    const [hostname] = home?.customHostnames ?? []
    if (hostname) hostname.status = 'active'
    for (const [brand, host] of Object.entries(HOSTS)) expect([host, await brandAt(host)]).toEqual([host, brand])
    expect((await visitHost(fake, 'https://www.vcp-x.test/readyz')).status).toBe(200)
    expect((await visitHost(fake, 'http://www.vcp-x.test/')).headers.get('location')).toBe('https://www.vcp-x.test/')
    expect(worker().crons).toHaveLength(2)
    const [queue] = fake.account.queues
    expect(queue?.consumers).toEqual([expect.objectContaining({ script: 'vcp-x-home' })])
    const events = expect.arrayContaining(['message.delivered', 'message.bounced'])
    expect(fake.account.subscriptions).toEqual([
      expect.objectContaining({
        queue: queue?.queue_id,
        events,
        source: expect.objectContaining({ domain: 'vcp-x.test' }),
      }),
    ])
  })

  test('takes an inquiry of a visitor, which an operator reads in the admin', async () => {
    const visitor = await browser.newContext({ baseURL: `http://${HOSTS['partner-a']}`, locale: 'en-US' })
    const page = await visitor.newPage()
    await openForm(page, 'sales', 'en')
    await fill(page, 'sales')
    await submit(page, 'en')
    await page.waitForURL(/complete\?receipt=/)
    const receipt = new URL(page.url()).searchParams.get('receipt')
    await visitor.close()

    const operator = await browser.newContext({ locale: 'en-US' })
    const url = `http://${HOSTS['vcp-x']}`
    await operator.addCookies([{ name: 'CF_Authorization', value: await team.token(), url }])
    const inbox = await operator.newPage()
    await inbox.goto(`${url}/admin/inquiries/${receipt}`)
    await inbox.getByText('What does it cost?').first().waitFor()
    await operator.close()
    const stranger = await visitHost(fake, `https://${HOSTS['vcp-x']}/admin/inquiries/${receipt}`)
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('https://team.cloudflareaccess.com/'),
    ])
  })

  test('is right in every line of the doctor, for a person and for a monitor', async () => {
    const { code, printed } = await typeAt(fake, checkout, ['doctor'])
    expect(printed).toContain('Everything is right.')
    expect(printed).toMatch(/right {2}account {2}version: \S+ is live, this checkout/)
    expect(code).toBe(0)
    const [home] = fake.account.zones
    if (home) home.settings.always_use_https = 'off'
    const monitor = await typeAt(fake, checkout, ['doctor', '--json', HOSTS['vcp-x']])
    if (home) home.settings.always_use_https = 'on'
    const findings = JSON.parse(monitor.printed) as { name: string; ok: boolean }[]
    expect(findings.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['HTTPS redirect'])
    expect(monitor.code).toBe(1)
  })

  test('run again, changes nothing', async () => {
    const before = fake.faults.calls.length
    const { code, printed } = await deploy()
    expect([code, printed.match(/^ {2}[+~].*$/gm)]).toEqual([0, null])
    expect(worker().versions).toHaveLength(1)
    const changes = fake.faults.calls
      .slice(before)
      .filter((call) => /^POST .*\/(?:versions|deployments|namespaces|database|buckets)$/.test(call))
    expect(changes).toEqual([])
  })
})

describe('a release', () => {
  let first: string
  test('with a migration is asked before visitors get it', async () => {
    first = String(liveVersion())
    await checkout.add('functions/database/migrations/0901_more.sql', 'CREATE TABLE more (id TEXT);\n')
    const { code, printed } = await deploy()
    expect(printed).toMatch(/~ tables: 1 migration\(s\), to 0901_more\.sql/)
    expect(code).toBe(0)
    const [, beside, alone] = worker().deployments.map(({ versions }) => versions)
    const second = worker().versions.at(-1)?.id
    expect(beside).toEqual([
      { version_id: first, percentage: 100 },
      { version_id: second, percentage: 0 },
    ])
    expect(alone).toEqual([{ version_id: second, percentage: 100 }])
    for (const host of Object.values(HOSTS)) expect(await versionAt(host)).toBe(second)
  })

  test('whose check fails leaves the version before, and says which check and why', async () => {
    const live = String(liveVersion())
    const first = '  const preference = await answerPreferencePost(request)'
    const broken = `  if (url.hostname === 'partner-b.test' && url.pathname === '/support/notice') throw new Error('broken')\n${first}`
    await checkout.edit('app/server.ts', (text) => text.replace(first, broken))
    const { code, printed } = await deploy()
    await checkout.edit('app/server.ts', (text) => text.replace(broken, first))
    expect(printed).toContain('https://partner-b.test/support/notice?lng=ko: it answers 500')
    expect(printed).toContain(`The version before (${live}) has all visitors. Nothing else was changed but tables`)
    expect(printed).toContain('Mend them and run npm run deploy again.')
    expect(code).toBe(1)
    expect(worker().deployments.at(-1)?.versions).toEqual([{ version_id: live, percentage: 100 }])
    expect(await versionAt('www.vcp-x.test')).toBe(live)
    const gotIt = worker().deployments.filter(({ versions }) =>
      versions.some(({ version_id, percentage }) => version_id === worker().versions.at(-1)?.id && percentage > 0),
    )
    expect(gotIt).toEqual([])
  })

  test('is put back by the version before, not by one that failed', async () => {
    const { code, printed } = await deploy('--rollback')
    expect([code, printed]).toEqual([0, expect.stringContaining(`Live: version ${first}`)])
    expect(await versionAt('partner-a.test')).toBe(first)
  })

  test('whose migration ends the way back is not put back', async () => {
    await checkout.add(
      'functions/database/migrations/0902_end.sql',
      '-- No way back: the table goes.\nDROP TABLE more;\n',
    )
    expect(await deploy()).toMatchObject({ code: 0 })
    const live = liveVersion()
    const { code, printed } = await deploy('--rollback')
    expect([code, printed]).toEqual([1, expect.stringContaining('0902_end.sql forbids the way back')])
    expect(liveVersion()).toBe(live)
  })

  test('ends once an inquiry of its own has gone the whole way', async () => {
    await checkout.edit('wrangler.toml', (text) => text.replace('CANARY = ""', 'CANARY = "vcp-x"'))
    // The quarter of an hour, sooner. While versions change there may be none that has a clock.
    const clock = setInterval(() => void fake.edge.cron(worker(), '*/15 * * * *').catch(() => {}), 3000)
    const { code, printed } = await deploy()
    clearInterval(clock)
    expect([code, printed]).toEqual([0, expect.stringContaining('Waiting for a canary')])
    const ready = (await (await visitHost(fake, `https://${HOSTS['vcp-x']}/readyz`)).json()) as { checks: unknown[] }
    const arrived = { name: 'canary', ok: true, detail: expect.stringContaining('The last one arrived') }
    expect(ready.checks).toContainEqual(expect.objectContaining(arrived))
  })

  test('with another wording of a legal text that was announced is refused', async () => {
    const text = 'app/features/legal/documents/terms-of-service/20250701.en.md'
    await checkout.edit(text, (words) => words.replace('the', 'a'))
    const { code, printed } = await deploy()
    expect([code, printed]).toEqual([
      1,
      expect.stringContaining('terms-of-service/20250701.en.md was announced to visitors and has changed'),
    ])
  })
})

test('a preview has an address of its own with made-up content, and goes with all that it has', async () => {
  const live = liveVersion()
  const shown = await typeAt(fake, checkout, ['preview'])
  expect(shown.printed).toContain('Preview: https://vcp-x-home-preview.company.workers.dev')
  const address = 'https://vcp-x-home-preview.company.workers.dev'
  expect((await visitHost(fake, `${address}/readyz`)).status).toBe(200)
  expect((await visitHost(fake, `${address}/admin`)).status).toBe(404)
  const [ours, made] = await Promise.all(
    [`https://${HOSTS['vcp-x']}`, address].map(async (origin) =>
      (await visitHost(fake, `${origin}/sitemap.xml`)).text(),
    ),
  )
  expect(String(made).length).toBeGreaterThan(String(ours).length)
  expect([fake.account.kv.length, fake.account.d1.length, fake.account.r2.length]).toEqual([2, 2, 2])
  const removed = await typeAt(fake, checkout, ['preview', '--delete'])
  expect([removed.code, removed.printed]).toEqual([0, 'vcp-x-home-preview is removed with its storage.\n'])
  expect((await typeAt(fake, checkout, ['preview', '--delete'])).printed).toContain('nothing was removed')
  expect(liveVersion()).toBe(live)
  expect(await versionAt(HOSTS['vcp-x'])).toBe(live)
})

test('without a name below workers.dev a preview and a remote session say what to do, without a stack', async () => {
  fake.account.subdomain = null
  const preview = await typeAt(fake, checkout, ['preview'])
  const rotation = await deploy('--rotate')
  fake.account.subdomain = 'company'
  expect(preview).toMatchObject({ code: 1, printed: expect.stringMatching(/^The account has no name below workers/) })
  expect(rotation).toMatchObject({ code: 1, printed: expect.stringMatching(/session of wrangler was not opened/) })
  expect(rotation.printed).not.toMatch(/^ {4}at /m)
})

test('nothing was made twice, and every call was known', () => {
  const { kv, d1, r2, queues, subscriptions, domains, zones } = fake.account
  expect([kv, d1, r2, queues, subscriptions, domains].map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 2])
  expect(zones[0]?.customHostnames).toHaveLength(1)
  expect(fake.unknown).toEqual([])
})

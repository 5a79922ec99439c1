import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuildCopy, copyBuild } from '../support/changed-build.ts'
import { ADMIN_TOKEN, signIn } from '../support/operator.ts'
import { embeddedSite } from '../support/shared-sites.ts'
import { type Site, startSite } from '../support/site.ts'
import { SALES, sendInquiry } from '../support/visitor-calls.ts'

test('an invalid setting is reported to the operator in one sentence and not to visitors', async () => {
  const site = await startSite({ upstream: 'upstream.example/api' })
  try {
    const ready = await site.fetch('/readyz')
    expect(ready.status).toBe(503)
    const sentence =
      'The Worker\'s settings have faults: UPSTREAM_URL: "upstream.example/api" is not an origin; write it like http://127.0.0.1:9000, without a path, or leave it empty for the embedded upstream'
    expect(await ready.json()).toEqual({
      status: 'not-ready',
      checks: [{ name: 'settings', ok: false, detail: 'A setting is missing or faulty; the log names it.' }],
    })
    await expect
      .poll(() => site.logged())
      .toContainEqual(expect.objectContaining({ path: '/readyz', code: 'settings', reason: sentence }))

    const answer = await site.call('board/selectDetail', { board_uuid: 'x' })
    expect(answer.status).toBe(500)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    const requestId = answer.headers.get('x-request-id')
    expect(await answer.json()).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      code: 'internal',
      request_id: requestId,
    })
    await expect
      .poll(() => site.logged())
      .toContainEqual(expect.objectContaining({ code: 'settings', request_id: requestId, reason: sentence }))

    expect((await site.fetch('/healthz')).status).toBe(200)
    expect((await site.fetch('/api/nothing')).status).toBe(404)
    expect((await site.fetch('/api/board/selectDetail', { method: 'DELETE' })).status).toBe(405)
  } finally {
    await site.close()
  }
})

/** One faulty setting of each part of the site that can be off. */
const FAULTY = {
  ACCESS_TEAM_DOMAIN: 'team.cloudflareaccess.com/',
  MAIL_FROM: 'no address',
  REPLY_DOMAIN: 'no domain',
  TURNSTILE_SITE_KEYS: 'vcp-x=<key>',
  CANARY: 'No brand',
}
const PART = {
  ACCESS_TEAM_DOMAIN: 'admin',
  MAIL_FROM: 'mail',
  REPLY_DOMAIN: 'incoming mail',
  TURNSTILE_SITE_KEYS: 'Turnstile',
  CANARY: 'canary',
}

describe('a faulty setting of admin, mail, incoming mail, Turnstile and canary', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite({ vars: FAULTY })
  })
  afterAll(() => site.close())

  test('stops no page, no list and no inquiry, and what is accepted is delivered', async () => {
    for (const path of ['/', '/support/notice', '/support/request']) expect((await site.fetch(path)).status).toBe(200)
    const group_uuid = 'anything'
    expect((await site.call('board/selectSubCategory', { group_uuid })).status).not.toBe(500)
    const answer = await sendInquiry(site, SALES)
    expect([answer.status, await answer.json()]).toMatchObject([200, { data: { state: 'delivered' } }])
    await site.scheduled(new Date(), '*/15 * * * *')
  })

  test('turns off its own part, and /readyz names it without its value', async () => {
    expect((await site.fetch('/admin')).status).toBe(404)
    const form = await site.fetch('/support/request')
    expect(form.headers.get('content-security-policy')).not.toContain('challenges.cloudflare.com')
    const ready = await site.fetch('/readyz')
    expect(ready.status).toBe(503)
    const text = await ready.text()
    for (const [setting, part] of Object.entries(PART))
      expect(text).toContain(
        JSON.stringify({
          name: setting,
          ok: false,
          detail: `This setting is faulty, so ${part} is off; the log says why.`,
        }),
      )
    for (const value of Object.values(FAULTY)) expect(text).not.toContain(value)
    for (const setting of Object.keys(FAULTY))
      await expect
        .poll(() => site.logged())
        .toContainEqual(
          expect.objectContaining({ code: 'settings', reason: expect.stringContaining(`${setting}: write`) }),
        )
  })
})

/** One typing mistake in each setting that has a safe value to fall back to, and what follows from it. */
const MISTYPED = {
  PAGE_CACHE: ['ON', 'its default counts'],
  UPSTREAM_TIMEOUT_MS: ['1s', 'its default counts'],
  UPSTREAM_DELIVERY_TIMEOUT_MS: ['30s', 'its default counts'],
  ADMIN_ORIGIN: ['www.site.example', 'links in mails lead to the host of each brand'],
}

describe('a faulty setting that has a safe value', () => {
  let site: Site
  beforeAll(async () => {
    const vars = Object.fromEntries(Object.entries(MISTYPED).map(([name, [value = '']]) => [name, value]))
    site = await startSite({ vars: { ...vars, ADMIN_TOKEN } })
  })
  afterAll(() => site.close())

  test('stops nothing: pages are kept, the admin is open, and an inquiry is accepted', async () => {
    for (const path of ['/', '/intro', '/support/request']) expect((await site.fetch(path)).status).toBe(200)
    expect((await site.fetch('/')).headers.get('cache-status')).toMatch(/^page; hit/)
    expect(await (await signIn(site)).page('/admin')).toContain('<h1')
    const answer = await sendInquiry(site, SALES)
    expect([answer.status, await answer.json()]).toMatchObject([200, { data: { state: 'delivered' } }])
  })

  test('is named by /readyz with what follows from it, without its value', async () => {
    const ready = await site.fetch('/readyz')
    expect(ready.status).toBe(503)
    const { checks } = (await ready.json()) as { checks: { name: string; ok: boolean }[] }
    for (const [name, [value, effect]] of Object.entries(MISTYPED)) {
      const detail = `This setting is faulty, so ${effect}; the log says why.`
      expect(checks).toContainEqual({ name, ok: false, detail })
      expect(JSON.stringify(checks)).not.toContain(`"${value}"`)
    }
  })
})

describe('settings that do not fit together', () => {
  let site: Site
  beforeAll(async () => {
    const turnstile = { TURNSTILE_SITE_KEYS: 'vcp-x=k1, partner-a=k2', TURNSTILE_SECRETS: 'k1=s1' }
    const ACCESS_AUD = 'audience, partner-c=another'
    site = await startSite({
      vars: {
        ...turnstile,
        ACCESS_AUD,
        ADMIN_ORIGIN: 'partner-d=https://d.example',
        CANARY: 'nobody',
        ADMIN_TOKEN,
        MAIL_FROM: 'no address',
      },
    })
  })
  afterAll(() => site.close())

  test('an operator reads on the overview which setting is faulty', async () => {
    const page = await (await signIn(site)).page('/admin')
    expect(page).toContain('This setting is faulty, so mail is off')
    expect(page).toContain('An entry is faulty and admits nobody')
  })

  test('a Turnstile site key without its secret is named by /readyz, and stops no inquiry; so is a canary of no brand', async () => {
    const ready = await site.fetch('/readyz')
    expect(ready.status).toBe(503)
    const { checks } = (await ready.json()) as { checks: { name: string; ok: boolean }[] }
    expect(checks.filter(({ name, ok }) => !ok && name !== 'MAIL_FROM')).toMatchObject([
      { name: 'ACCESS_AUD', detail: 'An entry is faulty and admits nobody; the log says why.' },
      { name: 'ADMIN_ORIGIN', detail: 'An entry is of no brand; the log says which.' },
      { name: 'CANARY', detail: 'No brand has this id, so no canary is sent.' },
      { name: 'TURNSTILE_SECRETS', detail: 'A site key has no secret.' },
    ])
    await expect.poll(() => JSON.stringify(site.logged())).toContain('there is no brand partner-c')
    expect(JSON.stringify(site.logged())).toContain('there is no brand partner-d')
    const headers = { 'cf-turnstile-response': 'token' }
    expect((await sendInquiry(site, SALES, { headers, host: 'partner-a.example' })).status).toBe(200)
  })
})

describe('a site that has no mail binding', () => {
  const withBinding = embeddedSite()
  let build: BuildCopy
  let site: Site
  beforeAll(async () => {
    build = await copyBuild()
    const { configPath } = build
    const config = JSON.parse(await readFile(configPath, 'utf8')) as object
    await writeFile(configPath, JSON.stringify({ ...config, send_email: [] }))
    site = await startSite({ configPath, vars: { MAIL_FROM: 'site@vcp-x.example' } })
  })
  afterAll(async () => {
    await site.close()
    await build.remove()
  })

  test('/readyz asks the files of the build, and for the mail binding where a sender is set', async () => {
    const checksOf = async ({ fetch }: Site) => {
      const answer = await fetch('/readyz')
      const { checks } = (await answer.json()) as { checks: { name: string; ok: boolean; detail?: string }[] }
      return [answer.status, checks.filter(({ name }) => name === 'ASSETS' || name === 'MAIL')]
    }
    const assets = { name: 'ASSETS', ok: true }
    // With a sender and the binding: test/worker/mail.test.ts.
    expect(await checksOf(withBinding.site)).toEqual([200, [assets]])
    const detail = 'MAIL is missing; see wrangler.toml.'
    expect(await checksOf(site)).toEqual([503, [assets, { name: 'MAIL', ok: false, detail }]])
  })
})

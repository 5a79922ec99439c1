import { v4, v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Receipt } from '../../functions/contract/inquiry-body.ts'
import { HUMAN_MS_MIN } from '../../functions/contract/spam-signals.ts'
import { within } from '../support/clock.ts'
import { type FakeTurnstile, startFakeTurnstile } from '../support/fake-turnstile.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { postForm, SALES_FORM } from '../support/posted-form.ts'
import { type Site, startSite } from '../support/site.ts'
import { SALES, sendInquiry } from '../support/visitor-calls.ts'

const PARTNER = 'partner-a.example'
const TOO_FAST = 'Sent within three seconds of opening the form.'
const WITHOUT_TOKEN = 'Sent without a Turnstile check'
const NOT_PASSED = 'The Turnstile check was not passed.'
const NOT_VERIFIED = 'The Turnstile check could not be made.'

describe('an inquiry', () => {
  let upstream: FakeUpstream
  let turnstile: FakeTurnstile
  let site: Site
  let client = 0

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    turnstile = await startFakeTurnstile()
    site = await startSite({
      upstream: upstream.origin,
      vars: {
        UPSTREAM_TIMEOUT_MS: '5000',
        TURNSTILE_SITE_KEYS: 'partner-a=1x00000000000000000000AA',
        TURNSTILE_SECRETS: '2x00=secret-2, 1x00000000000000000000AA=secret-1',
        TURNSTILE_VERIFY_URL: turnstile.address,
      },
    })
  })
  afterEach(() => {
    turnstile.mood = 'well'
    turnstile.questions.length = 0
    upstream.calls.length = 0
  })
  afterAll(async () => {
    await site.close()
    await turnstile.close()
    await upstream.close()
  })

  const newClient = () => `10.4.${client >> 8}.${client++ & 255}`
  const oldToken = () => v7({ msecs: Date.now() - 60_000 })
  const contents = () =>
    String((upstream.callsOf('board/inquiry').at(-1)?.body as { contents?: string } | undefined)?.contents)

  interface Sending {
    host?: string
    token?: string
    /** The CSRF token; by default one issued a minute ago. */
    xsrf?: string
    key?: string
    from?: string
  }
  const send = ({ host = PARTNER, token, xsrf = oldToken(), key, from = newClient() }: Sending = {}) =>
    sendInquiry(site, SALES, {
      host,
      headers: {
        cookie: `XSRF-TOKEN=${xsrf}`,
        'x-xsrf-token': xsrf,
        'cf-connecting-ip': from,
        ...(token && { 'cf-turnstile-response': token }),
        ...(key && { 'idempotency-key': key }),
      },
    })

  const post = ({ host = PARTNER, token, xsrf = oldToken(), from = newClient() }: Sending = {}) =>
    postForm(
      site,
      `http://${host}/support/request`,
      { ...SALES_FORM, content: 'What does it cost?', ...(token && { 'cf-turnstile-response': token }) },
      { 'accept-language': 'en', 'cf-connecting-ip': from, cookie: `XSRF-TOKEN=${xsrf}` },
    )

  describe('to a brand without Turnstile', () => {
    const www = { host: 'www.example' }

    test('submitted too fast is accepted like any other, and the notification says so', async () => {
      const opened = async () => {
        const page = await site.fetch('http://www.example/support/request')
        return /XSRF-TOKEN=([^;]+)/.exec(page.headers.get('set-cookie') ?? '')?.[1] ?? ''
      }
      const sent = await within(HUMAN_MS_MIN, async () => (await send({ ...www, xsrf: await opened() })).status)
      expect([sent, contents()]).toEqual([200, expect.stringContaining(TOO_FAST)])
      const posted = await within(HUMAN_MS_MIN, async () => (await post({ ...www, xsrf: await opened() })).status)
      expect([posted, contents()]).toEqual([303, expect.stringContaining(TOO_FAST)])
    })

    test.each([
      ['a minute later', oldToken()],
      ['with a token without a time', v4()],
    ])('sent %s has no spam signal', async (_, xsrf) => {
      expect((await send({ ...www, xsrf })).status).toBe(200)
      expect(contents()).not.toContain('Possibly sent by a machine')
    })

    test('needs no Turnstile token, and one is ignored', async () => {
      expect((await send({ ...www, token: 'bad' })).status).toBe(200)
      expect((await post({ ...www, token: 'bad' })).status).toBe(303)
      expect(turnstile.questions).toEqual([])
      const page = await site.fetch('http://www.example/support/request')
      expect(page.headers.get('content-security-policy')).not.toContain('cloudflare')
      expect(await page.text()).not.toContain('1x0000')
    })
  })

  describe('to a brand with Turnstile', () => {
    test('may load the widget on pages with a form only', async () => {
      for (const path of ['/', '/support/request', '/support/affiliate']) {
        const policy = (await site.fetch(`http://${PARTNER}${path}`)).headers.get('content-security-policy') ?? ''
        expect(policy, path).toMatch(/script-src 'self' https:\/\/challenges\.cloudflare\.com /)
        expect(policy, path).toContain('; frame-src https://challenges.cloudflare.com;')
        expect(policy, path).not.toContain('unsafe')
      }
      for (const path of ['/support/notice', '/pricing', '/nowhere', '/support/request/complete']) {
        expect(
          (await site.fetch(`http://${PARTNER}${path}`)).headers.get('content-security-policy'),
          path,
        ).not.toContain('cloudflare')
      }
    })

    test('with a good token is accepted as JSON and as a form, without a spam signal', async () => {
      expect((await send({ token: 'good-1' })).status).toBe(200)
      expect((await post({ token: 'good-2' })).status).toBe(303)
      expect(turnstile.questions).toMatchObject([
        { secret: 'secret-1', response: 'good-1' },
        { secret: 'secret-1', response: 'good-2' },
      ])
      expect(contents()).not.toContain('Possibly sent by a machine')
      expect(contents()).not.toContain('good-2')
    })

    test('with a token that the verifier does not accept is accepted as JSON and as a form, and the notification says so', async () => {
      expect((await send({ token: 'bad' })).status).toBe(200)
      expect(contents()).toContain(NOT_PASSED)
      expect((await post({ token: 'bad' })).status).toBe(303)
      expect(contents()).toContain(NOT_PASSED)
    })

    test('sent again with its key is the same one, although its token has been redeemed', async () => {
      const key = v4()
      const first = ((await (await send({ token: 'good-3', key })).json()) as { data: Receipt }).data
      for (const token of ['good-3', 'bad', undefined]) {
        const again = await send({ key, ...(token && { token }), xsrf: v7() })
        expect(again.status).toBe(200)
        expect(await again.json()).toEqual({ data: first })
      }
      expect(upstream.callsOf('board/inquiry')).toHaveLength(1)
    })

    test.each(['hanging', 'garbage', 'wrong-secret'] as const)(
      'is accepted where the verifier is %s, and the notification says so',
      async (mood) => {
        turnstile.mood = mood
        expect((await send({ token: `good-${mood}` })).status).toBe(200)
        expect(contents()).toContain(NOT_VERIFIED)
        expect((await post({ token: `good-${mood}` })).status).toBe(303)
        expect(contents()).toContain(NOT_VERIFIED)
        await expect
          .poll(() => site.logged())
          .toContainEqual(expect.objectContaining({ code: 'turnstile', path: 'siteverify' }))
      },
    )

    test('without a token, as from a browser without scripts, is accepted however often and fast, and the notification says so', async () => {
      const from = newClient()
      for (let count = 0; count < 5; count++) expect((await post({ from })).status).toBe(303)
      expect(contents()).toContain(WITHOUT_TOKEN)
      expect(contents()).not.toContain(TOO_FAST)
      const sent = await within(HUMAN_MS_MIN, async () => (await send({ xsrf: v7() })).status)
      expect([sent, contents()]).toEqual([200, expect.stringContaining(TOO_FAST)])
      expect(contents()).toContain(WITHOUT_TOKEN)
      expect(turnstile.questions).toEqual([])
    })

    test('has every binding, as /readyz says', async () => {
      expect(await (await site.fetch(`http://${PARTNER}/readyz`)).json()).toMatchObject({ status: 'ready' })
    })
  })
})

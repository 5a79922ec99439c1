import { afterEach, describe, expect, test, vi } from 'vitest'
import errors from '../../app/i18n/en/error.json'
import texts from '../../app/i18n/en/inquiry.json'
import {
  alertOf,
  FORM_HOST,
  NO_FILE,
  PARTNERSHIP_ORDER,
  postForm,
  PROPOSAL_FORM,
  SALES_FORM,
  SALES_ORDER,
  stagedKeys,
  tagOf,
  without,
  type Fields,
} from '../support/posted-form.ts'
import { EXE, pdf, PNG } from '../support/sample-files.ts'
import { withinOneMinute } from '../support/clock.ts'
import { remoteSite } from '../support/shared-sites.ts'
import { newClient } from '../support/visitor-calls.ts'

describe('a form posted without a script', () => {
  const both = remoteSite()
  const post = (path: string, fields: Fields, headers?: Record<string, string>) =>
    postForm(both.site, path, fields, headers)
  const postWithoutProof = async (headers: Record<string, string> = {}) => {
    const body = '--b\r\nContent-Disposition: form-data; name="inquiry_mail"\r\n\r\nkim@gaon.example\r\n--b--\r\n'
    return both.site.fetch(`${FORM_HOST}/support/request`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'accept-language': 'en', ...headers },
    })
  }
  afterEach(async () => {
    for (const key of await stagedKeys(both.site)) await both.site.env.FILES.delete(key)
  })

  test.each([
    ['/support/request', '/support/request/complete', { ...SALES_FORM, files: NO_FILE }],
    ['/', '/support/request/complete', { ...SALES_FORM, files: NO_FILE }],
    [
      '/support/affiliate',
      '/support/affiliate/complete',
      { ...PROPOSAL_FORM, proposal_file: NO_FILE, profile_file: NO_FILE },
    ],
  ])('on %s is delivered and redirects to %s', async (path, complete, fields) => {
    const answer = await post(path, fields)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const location = new URL(answer.headers.get('location') ?? '', FORM_HOST)
    expect(location.pathname).toBe(complete)
    const receipt = location.searchParams.get('receipt')
    expect(await (await both.site.fetch(`${FORM_HOST}/api/board/inquiry/${receipt}`)).json()).toMatchObject({
      data: { state: 'delivered' },
    })
    expect(both.upstream.callsOf('file/upload')).toHaveLength(0)
    const [call] = both.upstream.callsOf('board/inquiry')
    expect(call?.body).toMatchObject({
      company_name: 'Gaon & Co',
      phone_number_homepage: '+1-010-1234-5678',
      content: String(fields.content).replace('\r\n', '\n'),
      file_ref_id: null,
      file_ref_id_homepage: null,
    })
  })

  test('keeps the language that the address names', async () => {
    const answer = await post('/support/request?lng=ko&x=1', SALES_FORM)
    expect(answer.headers.get('location')).toMatch(/^\/support\/request\/complete\?receipt=[0-9a-f-]{36}&lng=ko$/)
    expect(await (await post('/support/request?lng=ko', {})).text()).toContain('<html lang="ko"')
  })

  describe.each([
    ['/support/request', SALES_FORM, SALES_ORDER],
    ['/', SALES_FORM, SALES_ORDER],
    ['/support/affiliate', PROPOSAL_FORM, PARTNERSHIP_ORDER],
  ] as const)('on %s', (path, whole, order) => {
    test.each(order.map(([field, message], at) => ({ field, message, at })))(
      'shows $message where the fields before it are valid',
      async ({ field, message, at }) => {
        const missing = order.slice(at).map(([name]) => name)
        // With a wrong file too: texts are checked before files.
        const answer = await post(path, {
          ...without(whole, missing),
          proposal_file: new File([EXE], 'a.pdf'),
          files: new File([EXE], 'a.pdf'),
        })
        expect(answer.status).toBe(422)
        expect(answer.headers.get('cache-control')).toBe('no-store')
        const html = await answer.text()
        expect(alertOf(html)).toBe(texts[message])
        expect(tagOf(html, field)).toContain('aria-invalid="true"')
        expect(both.upstream.calls.filter(({ path: called }) => !called.startsWith('board/select'))).toEqual([])
      },
    )
  })

  test('comes back with the typed values, and is not shown to the next visitor', async () => {
    const answer = await post('/support/request', {
      ...SALES_FORM,
      inquiry_mail: 'kim at gaon',
      content: 'line 1\r\n<b>2',
    })
    const html = await answer.text()
    expect(alertOf(html)).toBe(texts['inquiry-mail-form-alert'])
    expect(tagOf(html, 'user_name')).toContain('value="Kim &quot;K&quot;"')
    expect(tagOf(html, 'inquiry_mail')).toContain('value="kim at gaon"')
    expect(html).toContain('>line 1\n&lt;b&gt;2</textarea>')
    expect(html).toMatch(/<option value="quote" selected/)
    expect(html).toMatch(/<option value="\+1:US"[^>]* selected/)
    expect(tagOf(html, 'privacy_consent')).toContain('checked')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const next = await (
      await both.site.fetch(`${FORM_HOST}/support/request`, { headers: { 'accept-language': 'en' } })
    ).text()
    expect(next).not.toContain('kim at gaon')
    expect(next).not.toContain('role="alert"')
  })

  test.each([
    ['a name of 51 characters', { user_name: 'x'.repeat(51) }, 'text-limit-alert'],
    ['a content of 2001', { content: 'x'.repeat(2001) }, 'content-limit-alert'],
    ['a content of 60,000', { content: 'x'.repeat(60_000) }, 'content-limit-alert'],
  ] as const)('names the limit for %s', async (_, change, message) => {
    const answer = await post('/support/request', { ...SALES_FORM, ...change })
    expect(answer.status).toBe(422)
    expect(alertOf(await answer.text())).toBe(texts[message])
  })

  test('is accepted while the upstream is down', async () => {
    both.upstream.faults.set('*', { kind: 'reset' })
    const answer = await post('/support/request', SALES_FORM)
    expect(answer.status).toBe(303)
    both.upstream.faults.clear()
    await both.site.endPauses()
    await vi.waitFor(() => expect(both.upstream.callsOf('board/inquiry').length).toBeGreaterThan(1), {
      timeout: 40_000,
      interval: 500,
    })
  })

  test('sent twice is one inquiry; with another text or another file it is another', async () => {
    const headers = { cookie: `XSRF-TOKEN=${crypto.randomUUID()}` }
    const fields = { ...SALES_FORM, files: new File([PNG], 'a.png') }
    const [first, second] = await Promise.all([
      post('/support/request', fields, headers),
      post('/support/request', fields, headers),
    ])
    expect(second?.headers.get('location')).toBe(first?.headers.get('location'))
    const others = [
      { ...fields, subject: 'Other' },
      { ...fields, files: pdf('a.png.pdf', 100) },
    ]
    for (const other of others)
      expect((await post('/support/request', other, headers)).headers.get('location')).not.toBe(
        first?.headers.get('location'),
      )
    await vi.waitFor(() => expect(both.upstream.callsOf('board/inquiry')).toHaveLength(3), { timeout: 30_000 })
  })

  test.each<[string, Record<string, string> | null]>([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
    ['a request from the same site', { 'sec-fetch-site': 'same-site' }],
    ['a request without Origin and Sec-Fetch-Site', null],
  ])('with %s is refused before its body is read', async (_, headers) => {
    const answer = headers === null ? await postWithoutProof() : await post('/support/request', SALES_FORM, headers)
    expect(answer.status).toBe(403)
    const html = await answer.text()
    expect(alertOf(html)).toBe(errors.code.csrf)
    expect(html).not.toContain('kim@gaon.example')
    expect(both.upstream.calls).toEqual([])
  })

  test('with either header of its own origin is read', async () => {
    const proofs: Record<string, string>[] = [{ origin: FORM_HOST }, { 'sec-fetch-site': 'same-origin' }]
    for (const proof of proofs) expect((await postWithoutProof(proof)).status).toBe(422)
  })

  test('with a value in the field that is hidden from people is accepted with its file, and marked for staff', async () => {
    const filled = { ...SALES_FORM, website: 'https://spam.example', files: new File([PNG], 'a.png') }
    expect((await post('/support/request', filled)).status).toBe(303)
    const body = both.upstream.callsOf('board/inquiry')[0]?.body
    expect(body).toMatchObject({
      file_ref_id: expect.any(String),
      contents: expect.stringContaining('A field that people do not see was filled in.'),
    })
    expect(JSON.stringify(body)).not.toContain('spam.example')
  })

  test('from a page that showed a policy which has been replaced long since comes back, with the new one to agree to', async () => {
    const answer = await post('/support/request', { ...SALES_FORM, privacy_version: '20240617' })
    const html = await answer.text()
    expect([answer.status, alertOf(html)]).toEqual([422, errors.code['policy-changed']])
    expect(html).toMatch(/"Price".*"20250701"/s)
    expect(html).not.toMatch(/name="privacy_consent"[^>]* checked/)
  })

  test.each(['+999999', '+1', '+82:KR', 'constructor', '82'])(
    'with the country code %s, which the list does not have, comes back',
    async (country_code) => {
      const answer = await post('/support/request', { ...SALES_FORM, country_code })
      expect(answer.status).toBe(422)
      expect(alertOf(await answer.text())).toBe(texts['country-code-alert'])
      expect(both.upstream.calls).toEqual([])
    },
  )

  test.each(['constructor', '__proto__', 'toString'])('with a file part named %s is refused', async (name) => {
    const fields = Object.fromEntries([...Object.entries(SALES_FORM), [name, new File([PNG], 'a.png')]])
    const answer = await post('/support/request', fields)
    expect(answer.status).toBe(422)
    expect(alertOf(await answer.text())).toBe(errors.code['invalid-body'])
    expect(both.upstream.calls).toEqual([])
    expect(await stagedKeys(both.site)).toEqual([])
  })

  test.each(['constructor', '__proto__', 'toString'])('with a text part named %s is refused', async (name) => {
    const fields = Object.fromEntries([...Object.entries(SALES_FORM), [name, 'x']])
    expect((await post('/support/request', fields)).status).toBe(422)
    expect(both.upstream.calls).toEqual([])
  })

  test('with more text than any form may have is refused', async () => {
    expect((await post('/support/request', { ...SALES_FORM, content: 'x'.repeat(70_000) })).status).toBe(413)
  })

  test('that is truncated is refused, and shows the values that arrived', async () => {
    const body = `--b\r\nContent-Disposition: form-data; name="user_name"\r\n\r\nKim\r\n--b\r\nContent-Disposition: form-data; name="subject"\r\n\r\nPri`
    const answer = await both.site.fetch(`${FORM_HOST}/support/request`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=b', origin: FORM_HOST },
    })
    expect(answer.status).toBe(422)
    expect(tagOf(await answer.text(), 'user_name')).toContain('value="Kim"')
  })

  test('counts as an inquiry once it is valid: at most twenty a minute from one client', async () => {
    const { invalid, valid, refused } = await withinOneMinute(async () => {
      const headers = { 'cf-connecting-ip': newClient() }
      const statuses = async (count: number, fields: Fields) => {
        const answers = await Promise.all(
          Array.from({ length: count }, () => post('/support/request', fields, headers)),
        )
        return new Set(answers.map(({ status }) => status))
      }
      return {
        invalid: await statuses(21, {}),
        valid: await statuses(20, SALES_FORM),
        refused: await post('/support/request', SALES_FORM, headers),
      }
    })
    expect([invalid, valid]).toEqual([new Set([422]), new Set([303])])
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    const html = await refused.text()
    expect(alertOf(html)).toBe(errors.code['rate-limited'])
    expect(tagOf(html, 'subject')).toContain('value="Price"')
  })

  test('is limited before it is checked, and the texts come back', async () => {
    const { statuses, refused } = await withinOneMinute(async () => {
      const headers = { 'cf-connecting-ip': newClient() }
      const one = () => post('/support/request', { ...SALES_FORM, inquiry_mail: 'a@' }, headers)
      const statuses = new Set<number>()
      for (let round = 0; round < 6; round++)
        for (const { status } of await Promise.all(Array.from({ length: 20 }, one))) statuses.add(status)
      return { statuses, refused: await one() }
    })
    expect([statuses, refused.status]).toEqual([new Set([422]), 429])
    const limited = await refused.text()
    expect(alertOf(limited)).toBe(errors.code['rate-limited'])
    expect(tagOf(limited, 'subject')).toContain('value="Price"')
  })

  test('is a 405 on a page without a form', async () => {
    expect((await post('/support/notice', SALES_FORM)).status).toBe(405)
    expect((await post('/support/request/complete', SALES_FORM)).status).toBe(405)
  })
})

import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import texts from '../../app/i18n/en/inquiry.json'
import errors from '../../app/i18n/en/error.json'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { EXE, pdf, PNG } from '../support/sample-files.ts'
import { type Site, startSite } from '../support/site.ts'

const MEGABYTE = 1_048_576
const HOST = 'http://www.example'
const CONTACT = {
  user_name: 'Kim "K"',
  company_name: 'Gaon & Co',
  country_code: '+1:US',
  phone_number: '010-1234-5678',
  inquiry_mail: 'kim@gaon.example',
}
const SALES = {
  ...CONTACT,
  inquiry_type: 'quote',
  subject: 'Price',
  content: 'line 1\r\nline 2',
  privacy_consent: 'true',
  privacy_version: '20250701',
  idempotency_key: '',
  website: '',
}
const PROPOSAL = {
  recipient_type: 'partner',
  subject: 'Together',
  content: 'Let us',
  ...CONTACT,
  privacy_consent: 'true',
  privacy_version: '20250701',
  idempotency_key: '',
  website: '',
}
const SALES_ORDER = [
  ['user_name', 'contact-person-alert'],
  ['company_name', 'company-alert'],
  ['country_code', 'country-code-alert'],
  ['phone_number', 'phone-alert'],
  ['inquiry_mail', 'inquiry-mail-alert'],
  ['inquiry_type', 'inquiry-type-alert'],
  ['subject', 'title-alert'],
  ['content', 'inquiry-content-alert'],
  ['privacy_consent', 'privacy-check-alert'],
] as const
const PROPOSAL_ORDER = [
  ['recipient_type', 'partnership-recipient-type-alert'],
  ['subject', 'partnership-title-alert'],
  ['content', 'partnership-inquiry-content-alert'],
  ...SALES_ORDER.slice(0, 5),
  ['privacy_consent', 'privacy-check-alert'],
] as const

type Fields = Record<string, string | File | File[]>
let client = 0

/** A form as a browser posts it: from its own page, with an unnamed part for a file field in which nothing was chosen. */
async function post(site: Site, path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  const body = new Response(form)
  return site.fetch(HOST + path, {
    method: 'POST',
    redirect: 'manual',
    body: await body.arrayBuffer(),
    headers: {
      'content-type': body.headers.get('content-type') ?? '',
      'accept-language': 'en',
      origin: HOST,
      'sec-fetch-site': 'same-origin',
      'cf-connecting-ip': `10.2.${client >> 8}.${client++ & 255}`,
      ...headers,
    },
  })
}
const NONE = new File([], '')
const digest = (bytes: Uint8Array | ArrayBuffer) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
const tagOf = (html: string, name: string) => new RegExp(`<[a-z]+[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? ''
/** The message at the head of the form. */
const alertOf = (html: string) => /role="alert"[^>]*>(?:(?!<span>).)*<span>([^<]*)/.exec(html)?.[1]
const held = async (site: Site) => (await site.env.FILES.list({ prefix: 'held/' })).objects.map(({ key }) => key)
const without = (fields: Fields, names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

describe('a form posted without a script', () => {
  let upstream: FakeUpstream
  let site: Site
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    site = await startSite({ upstream: upstream.origin, vars: { UPSTREAM_TIMEOUT_MS: '5000' } })
  })
  afterEach(async () => {
    upstream.faults.clear()
    upstream.calls.length = 0
    for (const key of await held(site)) await site.env.FILES.delete(key)
  })
  afterAll(async () => {
    await site.close()
    await upstream.close()
  })

  test.each([
    ['/support/request', '/support/request/complete', { ...SALES, files: NONE }],
    ['/', '/support/request/complete', { ...SALES, files: NONE }],
    ['/support/affiliate', '/support/affiliate/complete', { ...PROPOSAL, proposal_file: NONE, profile_file: NONE }],
  ])('on %s is delivered and leads to %s', async (path, complete, fields) => {
    const answer = await post(site, path, fields)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const location = new URL(answer.headers.get('location') ?? '', HOST)
    expect(location.pathname).toBe(complete)
    const receipt = location.searchParams.get('receipt')
    expect(await (await site.fetch(`${HOST}/api/board/inquiry/${receipt}`)).json()).toMatchObject({
      data: { state: 'delivered' },
    })
    expect(upstream.callsOf('file/upload')).toHaveLength(0)
    const [call] = upstream.callsOf('board/inquiry')
    expect(call?.body).toMatchObject({
      company_name: 'Gaon & Co',
      phone_number_homepage: '+1-010-1234-5678',
      content: String(fields.content).replace('\r\n', '\n'),
      file_ref_id: null,
      file_ref_id_homepage: null,
    })
  })

  test('keeps the language that the address names', async () => {
    const answer = await post(site, '/support/request?lng=ko&x=1', SALES)
    expect(answer.headers.get('location')).toMatch(/^\/support\/request\/complete\?receipt=[0-9a-f-]{36}&lng=ko$/)
    expect(await (await post(site, '/support/request?lng=ko', {})).text()).toContain('<html lang="ko"')
  })

  describe.each([
    ['/support/request', SALES, SALES_ORDER],
    ['/', SALES, SALES_ORDER],
    ['/support/affiliate', PROPOSAL, PROPOSAL_ORDER],
  ] as const)('on %s', (path, whole, order) => {
    test.each(order.map(([field, message], at) => ({ field, message, at })))(
      'says $message where all before it is right',
      async ({ field, message, at }) => {
        const missing = order.slice(at).map(([name]) => name)
        // A wrong file besides: the fields of the form come first.
        const answer = await post(site, path, {
          ...without(whole, missing),
          proposal_file: new File([EXE], 'a.pdf'),
          files: new File([EXE], 'a.pdf'),
        })
        expect(answer.status).toBe(422)
        expect(answer.headers.get('cache-control')).toBe('no-store')
        const html = await answer.text()
        expect(alertOf(html)).toBe(texts[message])
        expect(tagOf(html, field)).toContain('aria-invalid="true"')
        expect(upstream.calls.filter(({ path: called }) => !called.startsWith('board/select'))).toEqual([])
      },
    )
  })

  test('comes back with every value kept, and is not shown to the next visitor', async () => {
    const answer = await post(site, '/support/request', {
      ...SALES,
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
    const next = await (await site.fetch(`${HOST}/support/request`, { headers: { 'accept-language': 'en' } })).text()
    expect(next).not.toContain('kim at gaon')
    expect(next).not.toContain('role="alert"')
  })

  test.each([
    ['a name of 51 characters', { user_name: 'x'.repeat(51) }, 'text-limit-alert'],
    ['a content of 2001', { content: 'x'.repeat(2001) }, 'content-limit-alert'],
    ['a content of 60,000', { content: 'x'.repeat(60_000) }, 'content-limit-alert'],
  ] as const)('says the limit for %s', async (_, change, message) => {
    const answer = await post(site, '/support/request', { ...SALES, ...change })
    expect(answer.status).toBe(422)
    expect(alertOf(await answer.text())).toBe(texts[message])
  })

  test('sends one upload for each field, byte for byte', async () => {
    const proposal = pdf('제안서.pdf', 12 * MEGABYTE)
    const profile = new File([PNG], 'profile.png')
    expect(
      (await post(site, '/support/affiliate', { ...PROPOSAL, proposal_file: proposal, profile_file: profile })).status,
    ).toBe(303)
    const uploads = upstream
      .callsOf('file/upload')
      .map(({ parts }) => parts.filter(({ filename }) => filename !== null))
    expect(uploads.map((parts) => parts.map(({ filename, bytes }) => [filename, digest(bytes)]))).toEqual([
      [['제안서.pdf', digest(await proposal.arrayBuffer())]],
      [['profile.png', digest(PNG)]],
    ])
    const [first, second] = [...upstream.files.keys()].slice(-2)
    expect(upstream.callsOf('board/inquiry')[0]?.body).toMatchObject({
      file_ref_id: first,
      file_ref_id_homepage: second,
    })
    await vi.waitFor(async () => expect(await held(site)).toEqual([]), { timeout: 30_000 })
  })

  test('takes five files of 10 MB, the second of a name left out', async () => {
    const files = Array.from({ length: 5 }, (_, index) => pdf(`${index}.pdf`, 10 * MEGABYTE - index))
    expect((await post(site, '/support/request', { ...SALES, files: [...files, pdf('3.pdf', 10)] })).status).toBe(303)
    const [upload] = upstream.callsOf('file/upload')
    const arrived = upload?.parts
      .filter(({ filename }) => filename !== null)
      .map(({ filename, bytes }) => [filename, digest(bytes)])
    expect(arrived).toEqual(await Promise.all(files.map(async (file) => [file.name, digest(await file.arrayBuffer())])))
  })

  const small = (count: number) => Array.from({ length: count }, (_, index) => pdf(`${index}.pdf`, 100))
  test.each([
    ['a sixth file', '/support/request', { ...SALES, files: small(6) }, 'files', 'file-limit-alert'],
    [
      'a program that calls itself a PDF',
      '/support/request',
      { ...SALES, files: [...small(2), new File([EXE], 'a.pdf')] },
      'files',
      'format-size-alert',
    ],
    ['a program', '/', { ...SALES, files: [new File([EXE], 'a.exe')] }, 'files', 'format-size-alert'],
    ['an empty file', '/support/request', { ...SALES, files: [new File([], 'a.pdf')] }, 'files', 'format-size-alert'],
    [
      'a file of more than 10 MB',
      '/support/request',
      { ...SALES, files: pdf('a.pdf', 10 * MEGABYTE + 1) },
      'files',
      'format-size-alert',
    ],
    [
      'a file of 70 MB',
      '/support/request',
      { ...SALES, files: pdf('a.pdf', 70 * MEGABYTE) },
      'files',
      'format-size-alert',
    ],
    [
      'a proposal of more than 20 MB',
      '/support/affiliate',
      { ...PROPOSAL, proposal_file: pdf('a.pdf', 20 * MEGABYTE + 1) },
      'proposal_file',
      'format-size-alert',
    ],
    [
      'a profile that is no document',
      '/support/affiliate',
      { ...PROPOSAL, profile_file: new File(['hello'], 'a.txt') },
      'profile_file',
      'format-size-alert',
    ],
  ] as const)('with %s comes back, and keeps the texts and no file', async (_, path, fields, field, message) => {
    // The files first, as nothing obliges a browser to send them last.
    const answer = await post(site, path, {
      [field]: (fields as Fields)[field] ?? '',
      ...without(fields as unknown as Fields, [field]),
    })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(alertOf(html)).toBe(texts[message])
    expect(tagOf(html, field)).toContain('aria-invalid="true"')
    expect(tagOf(html, 'inquiry_mail')).toContain('value="kim@gaon.example"')
    expect(await held(site)).toEqual([])
    expect(upstream.calls).toEqual([])
  })

  test('goes on where an upload fails: the edge keeps the files, says so, and brings them later', async () => {
    upstream.faults.set('file/upload', { kind: 'status', status: 500 })
    const answer = await post(site, '/support/affiliate', { ...PROPOSAL, proposal_file: new File([PNG], '제안 1.png') })
    expect(answer.status).toBe(303)
    const { searchParams } = new URL(answer.headers.get('location') ?? '', HOST)
    expect(searchParams.getAll('held')).toEqual(['제안 1.png'])
    expect(await held(site)).toHaveLength(1)
    upstream.faults.clear()
    await vi.waitFor(() => expect(upstream.callsOf('board/inquiry')).toHaveLength(1), {
      timeout: 40_000,
      interval: 500,
    })
    expect(upstream.callsOf('board/inquiry')[0]?.body).toMatchObject({ file_ref_id: [...upstream.files.keys()].at(-1) })
  })

  test('is accepted while the upstream is away', async () => {
    upstream.faults.set('*', { kind: 'reset' })
    const answer = await post(site, '/support/request', SALES)
    expect(answer.status).toBe(303)
    upstream.faults.clear()
    await vi.waitFor(() => expect(upstream.callsOf('board/inquiry').length).toBeGreaterThan(1), {
      timeout: 40_000,
      interval: 500,
    })
  })

  test('sent twice by an impatient visitor is one inquiry; another text or another file is another', async () => {
    const headers = { cookie: `XSRF-TOKEN=${crypto.randomUUID()}` }
    const fields = { ...SALES, files: new File([PNG], 'a.png') }
    const [first, second] = await Promise.all([
      post(site, '/support/request', fields, headers),
      post(site, '/support/request', fields, headers),
    ])
    expect(second?.headers.get('location')).toBe(first?.headers.get('location'))
    const others = [
      { ...fields, subject: 'Other' },
      { ...fields, files: pdf('a.png.pdf', 100) },
    ]
    for (const other of others)
      expect((await post(site, '/support/request', other, headers)).headers.get('location')).not.toBe(
        first?.headers.get('location'),
      )
    await vi.waitFor(() => expect(upstream.callsOf('board/inquiry')).toHaveLength(3), { timeout: 30_000 })
  })

  test.each<[string, Record<string, string> | null]>([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['a sandboxed one', { origin: 'null' }],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['a request that does not say where it comes from', null],
  ])('from %s is refused unread', async (_, headers) => {
    const answer = headers === null ? await postSilently(site) : await post(site, '/support/request', SALES, headers)
    expect(answer.status).toBe(403)
    const html = await answer.text()
    expect(alertOf(html)).toBe(errors.code.csrf)
    expect(html).not.toContain('kim@gaon.example')
    expect(upstream.calls).toEqual([])
  })

  test('either proof is enough', async () => {
    const proofs: Record<string, string>[] = [{ origin: HOST }, { 'sec-fetch-site': 'same-origin' }]
    for (const proof of proofs) expect((await postSilently(site, proof)).status).toBe(422)
  })

  test('that fills the field nobody sees is not accepted', async () => {
    const answer = await post(site, '/support/request', {
      ...SALES,
      website: 'https://spam.example',
      files: new File([PNG], 'a.png'),
    })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(alertOf(html)).toBe(errors.code['invalid-body'])
    expect(html).not.toContain('spam.example')
    expect(upstream.calls).toEqual([])
    expect(await held(site)).toEqual([])
  })

  test('with more text than any form has is refused', async () => {
    expect((await post(site, '/support/request', { ...SALES, content: 'x'.repeat(70_000) })).status).toBe(413)
  })

  test('that is cut off is refused, and keeps what came', async () => {
    const body = `--b\r\nContent-Disposition: form-data; name="user_name"\r\n\r\nKim\r\n--b\r\nContent-Disposition: form-data; name="subject"\r\n\r\nPri`
    const answer = await site.fetch(`${HOST}/support/request`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=b', origin: HOST },
    })
    expect(answer.status).toBe(422)
    expect(tagOf(await answer.text(), 'user_name')).toContain('value="Kim"')
  })

  test('counts as an inquiry once it is right: at most twenty a minute from one client', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.9' }
    for (let count = 0; count < 25; count++)
      expect((await post(site, '/support/request', {}, headers)).status).toBe(422)
    const answers: { status: number; retryAfter: string | null; html: string }[] = []
    for (let count = 0; count < 45; count++) {
      const answer = await post(site, '/support/request', SALES, headers)
      answers.push({ status: answer.status, retryAfter: answer.headers.get('retry-after'), html: await answer.text() })
    }
    // The platform counts in fixed minutes, so that two of them may lie in these requests.
    expect(answers.filter(({ status }) => status === 303).length).toBeLessThanOrEqual(40)
    const { retryAfter, html } = answers.find(({ status }) => status === 429) ?? { retryAfter: null, html: '' }
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(alertOf(html)).toBe(errors.code['rate-limited'])
    expect(tagOf(html, 'subject')).toContain('value="Price"')
  })

  test('is a 405 where no form stands', async () => {
    expect((await post(site, '/support/notice', SALES)).status).toBe(405)
    expect((await post(site, '/support/request/complete', SALES)).status).toBe(405)
  })
})

async function postSilently(site: Site, headers: Record<string, string> = {}): Promise<Response> {
  const body = '--b\r\nContent-Disposition: form-data; name="inquiry_mail"\r\n\r\nkim@gaon.example\r\n--b--\r\n'
  return site.fetch(`${HOST}/support/request`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'accept-language': 'en', ...headers },
  })
}

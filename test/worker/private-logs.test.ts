import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { NIL_UUID, type FileRecord } from '../../functions/contract/attachments.ts'
import type { Receipt } from '../../functions/contract/inquiry-body.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import type { Fault } from '../support/faults.ts'
import { postForm, type Fields } from '../support/posted-form.ts'
import { PNG } from '../support/sample-files.ts'
import { type Site, startSite } from '../support/site.ts'
import { upload } from '../support/visitor-calls.ts'

/** What a visitor types; each word occurs nowhere else. */
const SECRETS = {
  user_name: 'Nameword',
  company_name: 'Companyword',
  inquiry_mail: 'mailword@visitor.example',
  phone: '010-7766-5544',
  subject: 'Subjectword',
  content: 'Contentword and more',
  file: 'Fileword.png',
}
const WORDS = ['Nameword', 'Companyword', 'mailword', '7766', 'Subjectword', 'Contentword', 'Fileword']
const HOST = 'http://www.example'

const { phone, file, ...texts } = SECRETS
const inquiry = {
  ...texts,
  phone_number_homepage: `+82-${phone}`,
  file_ref_id: null,
  file_ref_id_homepage: null,
  recipient_type: 'vcp-x',
  inquiry_type: 'quote',
  is_home_unite: false,
  is_home_inquiry: true,
}
const form = { ...texts, country_code: '+82', phone_number: phone, inquiry_type: 'quote', privacy_consent: 'true' }

const FAULTS: Fault[] = [
  { kind: 'hang' },
  { kind: 'status', status: 500 },
  { kind: 'reset' },
  { kind: 'redirect', to: 'https://elsewhere.example/' },
  { kind: 'garbage', as: 'broken-json' },
  { kind: 'garbage', as: 'wrong-shape' },
]

describe('the log', () => {
  let upstream: FakeUpstream
  let site: Site
  let client = 0

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    site = await startSite({
      upstream: upstream.origin,
      vars: { UPSTREAM_TIMEOUT_MS: '2000', UPSTREAM_DELIVERY_TIMEOUT_MS: '2000' },
    })
  })
  afterAll(async () => {
    await site.close()
    await upstream.close()
  })

  const headers = () => ({
    cookie: 'XSRF-TOKEN=t',
    'x-xsrf-token': 't',
    origin: HOST,
    'sec-fetch-site': 'same-origin',
    'cf-connecting-ip': `10.9.0.${client++}`,
  })
  const postJson = (body: string) =>
    site.fetch(`${HOST}/api/board/inquiry`, {
      method: 'POST',
      body,
      headers: { ...headers(), 'content-type': 'application/json' },
    })
  /** An answer whose body was read at once: one that waits for seconds may be gone when it is read. */
  const whole = async (asked: Promise<Response>) => {
    const answer = await asked
    await answer.text()
    return answer
  }
  const post = (path: string, fields: Fields) => postForm(site, path, fields, headers())
  const picture = () => new File([PNG as BlobPart], file, { type: 'image/png' })

  test.each(FAULTS)(
    'has a line with a request id for each failure, and nothing that a visitor typed: %o',
    async (fault) => {
      upstream.faults.set('*', fault)
      const answers = [
        await whole(postJson(JSON.stringify(inquiry))),
        await whole(post('/support/request', { ...form, files: picture() })),
        await whole(post('/api/file/upload', { company_id: NIL_UUID, file_id: '', acl: 'private', files: picture() })),
        await whole(site.fetch('/support/notice?search=Nameword')),
        await whole(site.fetch('/support/faq/Nameword')),
      ]
      // On a busy machine any fault may look like a time-out; other tests check which status belongs to which fault.
      const [accepted, posted, uploaded] = answers.map(({ status }) => status)
      expect([200, 202]).toContain(accepted)
      expect(posted).toBe(303)
      expect([502, 504]).toContain(uploaded)
      const upload = answers[2]
      await vi.waitFor(
        () => expect(failures().map(({ request_id }) => request_id)).toContain(upload?.headers.get('x-request-id')),
        { timeout: 20_000 },
      )
      expect(failures().filter(({ method }) => method === 'DELIVERY').length).toBeGreaterThanOrEqual(
        fault.kind === 'garbage' ? 0 : 1,
      )
      upstream.faults.clear()
    },
  )

  test('contains nothing of refused or truncated input', async () => {
    const truncated = JSON.stringify(inquiry).slice(0, -20)
    const statuses = [
      (await postJson(truncated)).status,
      (await postJson(JSON.stringify({ ...inquiry, inquiry_type: 'Contentword' }))).status,
      (await post('/support/request', { ...form, inquiry_mail: 'mailword', files: picture() })).status,
      (await post('/support/request', { ...form, files: new File(['MZ\u0000'], 'Fileword.exe') })).status,
    ]
    expect(statuses).toEqual([400, 400, 422, 422])
  })

  test('contains nothing of an inquiry that is queued, retried and delivered', async () => {
    upstream.faults.set('*', { kind: 'status', status: 503 })
    const { receipt } = ((await (await postJson(JSON.stringify(inquiry))).json()) as { data: Receipt }).data
    const before = failures().length
    await site.endPauses()
    await vi.waitFor(() => expect(failures().length).toBeGreaterThan(before), { timeout: 40_000, interval: 250 })
    upstream.faults.clear()
    await site.endPauses()
    await vi.waitFor(
      async () => expect(await (await site.fetch(`/api/board/inquiry/${receipt}`)).text()).toContain('delivered'),
      { timeout: 60_000, interval: 500 },
    )
  }, 120_000)

  test('names the route of a failure, not the key or receipt in its path', async () => {
    const { data: file_id } = (await (await upload(site, [picture()])).json()) as { data: string }
    const selected = (await (await site.call('file/select', { file_id })).json()) as { data: FileRecord[] }
    const key = selected.data[0]?.file_key ?? ''
    expect(key).not.toBe('')
    for (const fault of [{ kind: 'status', status: 500 }, { kind: 'hang' }] as const) {
      upstream.faults.set('*', fault)
      const failed = await site.fetch(`${HOST}/api/file/read/${key}/download`)
      expect([502, 504]).toContain(failed.status)
      await expect.poll(failures).toContainEqual(
        expect.objectContaining({
          request_id: failed.headers.get('x-request-id'),
          path: '/api/file/read/:fileKey/download',
          reason: expect.stringMatching(/^file\/read was /),
        }),
      )
    }
    upstream.faults.clear()
    expect(JSON.stringify(site.logged())).not.toContain(key.split('.')[0])
  })

  // Runs last: checks all lines that the tests above have caused.
  test('is structured in every line, names the request of each failure, and is private', () => {
    expect(failures().length).toBeGreaterThan(10)
    for (const line of failures())
      expect(line, JSON.stringify(line)).toMatchObject({
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        code: expect.any(String),
        error: expect.any(String),
      })
    const text = site
      .logged()
      .map((line) => JSON.stringify(line))
      .join('\n')
      // One in a few thousand ids has the digits of the phone number.
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
    for (const word of WORDS) expect(text).not.toContain(word)
    expect(text).not.toMatch(/unhandled|uncaught/i)
  })

  interface Failure {
    request_id?: string
    method?: string
  }
  const failures = () =>
    site.logged().filter((line): line is Failure => typeof line === 'object' && line !== null && 'level' in line)
})

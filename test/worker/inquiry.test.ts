import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Receipt, ReceiptState } from '../../functions/contract/inquiry-body.ts'
import { withinOneMinute } from '../support/clock.ts'
import { asksOf } from '../support/seed.ts'
import { siteWithUpstream } from '../support/site-with-upstream.ts'
import { newClient, PROPOSAL as PLAIN_PROPOSAL, SALES as PLAIN_SALES, sendInquiry } from '../support/visitor-calls.ts'

/** Values that must be escaped in the notification. */
const MARKUP = { content: '첫 줄\n둘째 줄 <b>굵게</b>', company_name: '예시 & 주식회사' }
const SALES = { ...PLAIN_SALES, ...MARKUP }
const PROPOSAL = { ...PLAIN_PROPOSAL, ...MARKUP }

describe('an inquiry', () => {
  const both = siteWithUpstream({ UPSTREAM_TIMEOUT_MS: '5000', UPSTREAM_DELIVERY_TIMEOUT_MS: '5000' })

  const send = (body: object | string, options?: { headers?: Record<string, string>; host?: string }) =>
    sendInquiry(both.site, body, options)
  const receiptOf = async (answer: Response) => ((await answer.json()) as { data: Receipt }).data
  const stateOf = async (receipt: string, host = 'www.example') =>
    ((await (await both.site.fetch(`http://${host}/api/board/inquiry/${receipt}`)).json()) as { data: ReceiptState })
      .data

  test.each([
    ['sales', SALES, '도입 문의'],
    ['partnership', PROPOSAL, '제휴 제안'],
  ])('of the %s form reaches the upstream with every field of the specification', async (_, body, word) => {
    const answer = await send({ ...body, title: 'mine', contents: '<script>mine</script>', extra: 1 })
    expect(answer.status).toBe(200)
    expect(await receiptOf(answer)).toMatchObject({ state: 'delivered' })
    const [call] = both.upstream.callsOf('board/inquiry')
    const sent = call?.body as Record<string, unknown>
    expect(sent).toEqual({ ...body, title: expect.stringContaining(word), contents: expect.any(String) })
    expect(sent.contents).toContain('예시 &amp; 주식회사')
    expect(sent.contents).toContain('둘째 줄 &lt;b&gt;굵게&lt;/b&gt;')
    expect(sent.contents).not.toContain('mine')
    expect(call?.headers).toMatchObject({ 'site-type': 'home', 'white-label': 'default' })
  })

  test('is delivered once for one key, however often it is sent', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(SALES, { headers })))
    const receipts = await Promise.all(answers.map(receiptOf))
    expect(new Set(receipts.map(({ receipt }) => receipt)).size).toBe(1)
    await vi.waitFor(async () => expect((await stateOf(receipts[0]?.receipt ?? '')).state).toBe('delivered'), {
      timeout: 30_000,
    })
    expect(both.upstream.callsOf('board/inquiry')).toHaveLength(1)
  })

  test('that came under one key to two brands is delivered for both, under the receipt of each', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const receipts: string[] = []
    for (const host of ['www.example', 'partner-a.example']) {
      const answer = await send({ ...SALES, subject: host }, { headers, host })
      expect(answer.status).toBe(200)
      receipts.push((await receiptOf(answer)).receipt)
    }
    // This upstream takes a key once.
    expect(both.upstream.inquiries).toMatchObject([
      { key: receipts[0], whiteLabel: 'default', body: { subject: 'www.example' } },
      { key: receipts[1], whiteLabel: 'partner-a', body: { subject: 'partner-a.example' } },
    ])
  })

  test.each(['20240617', '20990101'])(
    'under the policy %s, which is not in force, is refused',
    async (privacy_version) => {
      const answer = await send({ ...SALES, privacy_version })
      const errors = [expect.objectContaining({ field: 'privacy_version' })]
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'policy-changed', errors }])
      expect(both.upstream.inquiries).toEqual([])
      expect((await send({ ...SALES, privacy_version: '20250701' })).status).toBe(200)
    },
  )

  test('with other contents under a key is refused, and the key goes on standing for the first', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const { receipt } = await receiptOf(await send(SALES, { headers }))
    const other = await send({ ...SALES, content: 'something else' }, { headers })
    expect([other.status, await other.json()]).toMatchObject([422, { code: 'other-contents' }])
    expect((await receiptOf(await send(SALES, { headers }))).receipt).toBe(receipt)
    expect(both.upstream.inquiries).toHaveLength(1)
  })

  test.each([{ kind: 'hang' }, { kind: 'status', status: 500 }, { kind: 'reset' }] as const)(
    'is accepted while the upstream fails with %o, and delivered once it is back',
    async (fault) => {
      both.upstream.faults.set('board/inquiry', fault)
      const answer = await send(SALES)
      expect(answer.status).toBe(202)
      const { receipt, state } = await receiptOf(answer)
      expect(state).toBe('queued')
      expect(await stateOf(receipt)).toMatchObject({ state: 'queued', delivered_at: null })
      const mail = async () =>
        (await both.site.sql('SELECT inquiry_mail AS mail FROM inquiry WHERE receipt = ?', receipt))[0]?.mail
      expect(await mail()).toBe(SALES.inquiry_mail)
      both.upstream.faults.clear()
      await both.site.endPauses()
      await vi.waitFor(async () => expect((await stateOf(receipt)).state).toBe('delivered'), {
        timeout: 60_000,
        interval: 250,
      })
      expect(both.upstream.inquiries).toHaveLength(1)
      // A delivered inquiry is stored by the upstream only.
      expect(await mail()).toBeNull()
    },
    120_000,
  )

  test('is delivered where the upstream answers any 2xx, whatever the body', async () => {
    both.upstream.faults.set('board/inquiry', { kind: 'garbage', as: 'html' })
    expect((await send(SALES)).status).toBe(200)
  })

  test('carries the brand, and its receipt exists for that brand only', async () => {
    const { receipt } = await receiptOf(await send(SALES, { host: 'partner-a.example' }))
    expect(both.upstream.callsOf('board/inquiry')[0]?.headers).toMatchObject({ 'white-label': 'partner-a' })
    expect((await stateOf(receipt, 'partner-a.example')).state).toBe('delivered')
    expect((await both.site.fetch(`http://www.example/api/board/inquiry/${receipt}`)).status).toBe(404)
  })

  test('has a receipt with state and times, without personal data', async () => {
    const { receipt } = await receiptOf(await send(SALES))
    expect(await stateOf(receipt)).toEqual({
      state: 'delivered',
      kind: 'sales',
      accepted_at: expect.stringMatching(/^\d{4}-.*Z$/),
      delivered_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    for (const unknown of [randomUUID(), 'x', '%00'])
      expect((await both.site.fetch(`/api/board/inquiry/${unknown}`)).status).toBe(404)
  })

  test.each([
    ['no contact person', { user_name: ' ' }, 'user_name'],
    ['a name of 51 characters', { user_name: 'x'.repeat(51) }, 'user_name'],
    ['a content of 2001 characters', { content: 'x'.repeat(2001) }, 'content'],
    ['no e-mail address', { inquiry_mail: 'visitor' }, 'inquiry_mail'],
    ['a phone without calling code', { phone_number_homepage: '010-1234' }, 'phone_number_homepage'],
    ['an unknown inquiry type', { inquiry_type: 'spam' }, 'inquiry_type'],
    ['the recipient of the other form', { recipient_type: 'partner' }, 'recipient_type'],
  ])('with %s is refused and the field named', async (_, change, field) => {
    const answer = await send({ ...SALES, ...change })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid-body', errors: [{ field }] })
    expect(both.upstream.calls).toHaveLength(0)
  })

  test('names the limit where a text is too long', async () => {
    const answer = await send({ ...SALES, subject: 'x'.repeat(51) })
    expect(await answer.json()).toMatchObject({
      errors: [{ field: 'subject', message: expect.stringContaining('50') }],
    })
  })

  test('without CSRF proof, or from another origin, is refused', async () => {
    const attempts: Record<string, string>[] = [
      { 'x-xsrf-token': 'other' },
      { cookie: '' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of attempts) {
      expect((await send(SALES, { headers })).status).toBe(403)
    }
    expect(both.upstream.calls).toHaveLength(0)
  })

  test.each(['', 'https://spam.example', 'Gaon Industries'])(
    'may carry the hidden field as %j: it is a signal for staff and no refusal, and is not forwarded',
    async (website) => {
      expect((await send({ ...SALES, website })).status).toBe(200)
      const body = both.upstream.callsOf('board/inquiry')[0]?.body as { contents: string }
      expect(body).not.toHaveProperty('website')
      const marked = expect.stringContaining('A field that people do not see was filled in.')
      expect(body.contents).toEqual(website === '' ? expect.not.stringContaining('do not see') : marked)
      expect(JSON.stringify(body)).not.toContain('spam.example')
    },
  )

  test('with a key that is no UUID is refused', async () => {
    expect((await send(SALES, { headers: { 'idempotency-key': 'mine' } })).status).toBe(400)
  })

  test('is one of at most twenty a minute from one client', async () => {
    const { statuses, refused } = await withinOneMinute(async () => {
      const headers = { 'cf-connecting-ip': newClient() }
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(SALES, { headers })))
      return { statuses: answers.map(({ status }) => status), refused: await send(SALES, { headers }) }
    })
    expect(statuses.filter((status) => status >= 300)).toEqual([])
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('with hostile values is never a 5xx, and no value reaches the upstream as markup', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom(
        '\ud800',
        '\u202egnp.exe',
        'a\r\nBcc: x@y.z',
        '<img src=x onerror=alert(1)>',
        'x'.repeat(10_000),
        '\u0000',
        "'; DROP TABLE inquiry; --",
      ),
    )
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, hostile, async (user_name, company_name, subject, content) => {
        both.upstream.calls.length = 0
        const { status } = await send({ ...SALES, user_name, company_name, subject, content })
        expect([200, 400]).toContain(status)
        const sent = both.upstream.callsOf('board/inquiry')[0]?.body as Record<string, string> | undefined
        if (!sent) return
        expect(sent.contents).not.toMatch(/<(?!\/?(?:table|tr|th|td|br|ul|li|a)\b)/)
        for (const name of ['user_name', 'company_name', 'subject'] as const)
          expect(sent[name]).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Cs}]/u)
      }),
      { numRuns: asksOf(150) },
    )
  }, 120_000)
})

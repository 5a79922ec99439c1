import { describe, expect, test, vi } from 'vitest'
import { defaultBrand } from '../../../../functions/brand/hosts.ts'
import type { Env } from '../../../../functions/env.ts'
import { readEvent } from '../../../../functions/conversation/mail-events.ts'
import { answerMessage } from '../../../../functions/mail/answer-message.ts'
import { maskAddresses } from '../../../../functions/mail/mask-addresses.ts'
import { platformRefusal } from '../../../../functions/mail/platform-limits.ts'
import { mailTransportOf } from '../../../../functions/mail/select-transport.ts'
import { type OutgoingMail, RefusedMailError, UnknownOutcomeError } from '../../../../functions/mail/transport.ts'

const MAIL: OutgoingMail = {
  from: 'site@vcp-x.example',
  to: ['kim@gaon.example'],
  subject: 'Re: 견적',
  text: 'Hello',
  html: '<p>Hello</p>',
  headers: {},
}
const send = vi.fn<(mail: unknown) => Promise<{ messageId: string }>>()
const transport = (token: string) => {
  const found = mailTransportOf({
    MAIL_FROM: 'site@vcp-x.example',
    MAIL: { send },
    ADMIN_TOKEN: token,
  } as unknown as Env)
  if (!found) throw new Error('Mail is off.')
  return found
}
const failing = (error: unknown) => send.mockReset().mockRejectedValue(error)
const outcome = (token = '', mail = MAIL) =>
  transport(token)
    .send(mail)
    .then(
      () => 'sent',
      (error: unknown) => error,
    )

describe('the e-mail binding', () => {
  test.each([
    'E_VALIDATION_ERROR',
    'E_FIELD_MISSING',
    'E_TOO_MANY_RECIPIENTS',
    'E_TOO_MANY_ATTACHMENTS',
    'E_SENDER_NOT_VERIFIED',
    'E_SENDER_DOMAIN_NOT_AVAILABLE',
    'E_RECIPIENT_NOT_ALLOWED',
    'E_RECIPIENT_SUPPRESSED',
    'E_CONTENT_TOO_LARGE',
    'E_HEADER_NOT_ALLOWED',
    'E_HEADER_USE_API_FIELD',
    'E_HEADER_VALUE_INVALID',
    'E_HEADER_VALUE_TOO_LONG',
    'E_HEADER_NAME_INVALID',
    'E_HEADERS_TOO_LARGE',
    'E_HEADERS_TOO_MANY',
  ])('that answers %s refuses this mail for good', async (code) => {
    failing(Object.assign(new Error('no'), { code }))
    const error = await outcome()
    expect(error).toBeInstanceOf(RefusedMailError)
    expect((error as Error).message).toBe(`${code}: no`)
  })

  test.each([
    'E_RATE_LIMIT_EXCEEDED',
    'E_DAILY_LIMIT_EXCEEDED',
    'E_DELIVERY_FAILED',
    'E_INTERNAL_SERVER_ERROR',
    'E_NEW',
  ])('that answers %s may take it later', async (code) => {
    failing(Object.assign(new Error('later'), { code }))
    const error = await outcome()
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(RefusedMailError)
    expect(error).not.toBeInstanceOf(UnknownOutcomeError)
  })

  test('whose connection is lost may have taken it', async () => {
    failing(new Error('lost'))
    expect(await outcome()).toBeInstanceOf(UnknownOutcomeError)
  })
})

describe('a local start', () => {
  const ids = (n: number) => Array.from({ length: n }, (_, at) => `<${'x'.repeat(200)}${at}@gaon.example>`).join(' ')
  const TOO_MUCH: [string, Partial<OutgoingMail>][] = [
    ['E_HEADER_VALUE_TOO_LONG', { headers: { References: ids(12) } }],
    [
      'E_HEADERS_TOO_LARGE',
      { headers: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`X-${n}`, 'x'.repeat(2000)])) },
    ],
    ['E_HEADER_NOT_ALLOWED', { headers: { 'Message-ID': '<1@x.example>' } }],
    ['E_HEADER_NAME_INVALID', { headers: { [`X-${'x'.repeat(100)}`]: '1' } }],
    ['E_HEADER_VALUE_INVALID', { headers: { 'X-Event': 'a\r\nBcc: x@evil.example' } }],
    ['E_FIELD_MISSING', { to: [] }],
    ['E_TOO_MANY_RECIPIENTS', { to: Array.from({ length: 51 }, (_, n) => `k${n}@gaon.example`) }],
    ['E_VALIDATION_ERROR', { subject: 'x'.repeat(999) }],
    [
      'E_CONTENT_TOO_LARGE',
      {
        attachments: [
          {
            disposition: 'attachment',
            filename: 'a.pdf',
            type: 'application/pdf',
            content: new ArrayBuffer(4_000_000),
          },
        ],
      },
    ],
  ]
  test.each(TOO_MUCH)('refuses what the platform refuses: %s', async (code, change) => {
    send.mockReset().mockResolvedValue({ messageId: '1' })
    const mail = { ...MAIL, ...change }
    expect(platformRefusal(mail)).toBe(code)
    expect(await outcome('token', mail)).toBeInstanceOf(RefusedMailError)
    expect(send).not.toHaveBeenCalled()
    expect(await outcome('', mail), 'The platform decides for itself.').toBe('sent')
  })

  test('takes what the platform takes', async () => {
    send.mockReset().mockResolvedValue({ messageId: '1' })
    expect(
      await outcome('token', {
        ...MAIL,
        headers: { 'In-Reply-To': ids(1), 'Auto-Submitted': 'auto-replied', 'X-Event': 'e' },
      }),
    ).toBe('sent')
    expect(send).toHaveBeenCalledTimes(1)
  })
})

describe('an answer in a long thread', () => {
  const answer = (id: string, references: string) =>
    answerMessage({
      language: 'ko',
      brand: defaultBrand,
      onBehalf: null,
      receipt: 'r',
      kind: 'sales',
      subject: '견적',
      text: 'Hello',
      html: '<p>Hello</p>',
      files: [],
      question: {
        text: '네, 좋습니다.\n\n-----Original Message-----\nFrom: x\nTo: y\nSubject: z\n\nour answer',
        at: '2026-11-23T00:00:00Z',
      },
      thread: { id, references },
    })
  const id = (n: number, length: number) => `<${String(n).padStart(length - 15, '0')}@gaon.example>`.slice(0, 252)

  test.each([
    ['of ten long ids', 10, 240],
    ['of a hundred short ones', 100, 30],
    ['of two of the longest', 2, 252],
  ])('%s names the newest that fit, in their order', (_, n, length) => {
    const all = Array.from({ length: n }, (_value, at) => id(at, length))
    const own = id(999, length)
    const { headers } = answer(own, all.join(' '))
    const named = headers.References?.split(' ') ?? []
    expect(Buffer.byteLength(headers.References ?? '')).toBeLessThanOrEqual(2048)
    expect(named.at(-1)).toBe(own)
    expect(named.slice(0, -1)).toEqual(all.slice(all.length - named.length + 1))
    expect(named.length).toBeGreaterThan(Math.min(n, 6))
    expect(
      platformRefusal({ ...MAIL, ...answer(own, all.join(' ')), to: MAIL.to, from: MAIL.from, attachments: [] }),
    ).toBeNull()
  })

  test('quotes the words of the visitor alone', () => {
    const { text } = answer(id(1, 40), '')
    expect(text).toMatch(/> 네, 좋습니다\.\n$/)
    expect(text).not.toContain('our answer')
  })
})

describe('what is kept of a mail', () => {
  test.each([
    ['<Kim@Gaon.example>: mailbox full', 'kim@gaon.example', '<…>: mailbox full'],
    ['550 KIM@GAON.EXAMPLE unknown, kim@gaon.example', 'Kim@gaon.example', '550 … unknown, …'],
    ['a.b+c@x.example no', 'A.B+C@x.example', '… no'],
    ['axb@x.example no', 'a.b@x.example', 'axb@x.example no'],
    ['nothing', '', 'nothing'],
  ])('names no address, however its letters are written: %s', (text, address, masked) => {
    expect(maskAddresses(text, [address])).toBe(masked)
  })

  test('and an event of the queue neither', () => {
    const event = {
      type: 'cf.email.sending.message.bounced',
      payload: {
        messageId: '<1@x>',
        recipient: 'Kim@gaon.example',
        bounce: { reason: '550 5.1.1 <kim@GAON.example>: no such user' },
      },
    }
    expect(readEvent(event)).toMatchObject({ detail: '550 5.1.1 <…>: no such user' })
  })
})

import { describe, expect, it, vi } from 'vitest'
import { checkForm } from '../../../../functions/contract/check-form'
import { EMAIL_PATTERN, isReachable, normalAddress } from '../../../../functions/contract/email-address'
import { inquiryBody } from '../../../../functions/contract/inquiry-body'
import { boundaryOf } from '../../../../functions/http/multipart'
import { extensionOf } from '../../../../functions/http/file-headers'
import { fileName } from '../../../../functions/attachments/file-name'
import { searchText } from '../../../../app/urls/search-text'

const SHORT = 4096
const LONG = 65_536
/** How much longer the same amount of text takes in long pieces: linear work once as long, quadratic work 16 times. */
const GROWTH_MAX = 5
/** What the system counts processor time in, and a little more. */
const SMALLEST_MS = 5

/** The least processor time of several runs of this thread, in ms: what else the machine does is not in it. */
function cost(work: (length: number) => unknown, length: number): number {
  const runs = Array.from({ length: 3 }, () => {
    const start = process.threadCpuUsage()
    for (let read = 0; read < 2 * LONG; read += length) work(length)
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  })
  return Math.max(SMALLEST_MS, Math.min(...runs))
}

const sales = {
  user_name: 'Kim',
  company_name: 'Gaon',
  country_code: '+82',
  phone_number: '010-1234-5678',
  inquiry_mail: 'kim@gaon.example',
  inquiry_type: 'quote',
  subject: 'Price',
  content: 'How much?',
  privacy_consent: 'true',
}
const multipart = (type: string) => {
  try {
    return boundaryOf(new Request('http://x.example', { method: 'POST', body: 'x', headers: { 'content-type': type } }))
  } catch {
    return null
  }
}

/** Texts that end just where a pattern would have to match, by length. */
const HOSTILE: [what: string, (length: number) => unknown][] = [
  ['an e-mail of dots', (length) => EMAIL_PATTERN.test(`a@${'.'.repeat(length)} `)],
  ['an e-mail of dots and letters', (length) => EMAIL_PATTERN.test(`a@${'a.'.repeat(length / 2)}@`)],
  ['an address in many brackets', (length) => normalAddress('<'.repeat(length))],
  ['an address in punctuation', (length) => normalAddress(`a${'. '.repeat(length / 2)}a`)],
  ['a domain of dots', (length) => isReachable(`a@a${'.a'.repeat(length / 2)}`)],
  ['an e-mail without @', (length) => EMAIL_PATTERN.test('a'.repeat(length))],
  [
    'a form with a long e-mail',
    (length) => checkForm('sales', { ...sales, inquiry_mail: `a@${'.'.repeat(length)} b` }),
  ],
  ['a consent of spaces', (length) => checkForm('sales', { ...sales, privacy_consent: `${' '.repeat(length)}\n` })],
  ['a content of line ends', (length) => checkForm('sales', { ...sales, content: '\r'.repeat(length) })],
  [
    'an inquiry of spaces',
    (length) => inquiryBody.safeParse({ subject: `${' '.repeat(length)}x${' '.repeat(length)}` }),
  ],
  ['a phone of spaces', (length) => inquiryBody.safeParse({ phone_number_homepage: `+82-${' '.repeat(length)}` })],
  ['a file name of spaces', (length) => fileName(`${' '.repeat(length)}x`)],
  ['a file name of dots', (length) => fileName(`${'.a'.repeat(length / 2)}!`)],
  ['an extension that does not end', (length) => extensionOf(`x.${'a'.repeat(length)}!`)],
  ['a boundary that does not come', (length) => multipart(`multipart/form-data; ${' boundary='.repeat(length / 10)}`)],
  ['a search of spaces', (length) => searchText(`${' '.repeat(length)}x${' '.repeat(length)}`)],
]

describe('patterns that see the text of a visitor', () => {
  it.each(HOSTILE)('%s costs no more than its length', (_, work) => {
    expect(cost(work, LONG) / cost(work, SHORT)).toBeLessThan(GROWTH_MAX)
  })

  it('see no e-mail over the limit', () => {
    const seen = vi.spyOn(EMAIL_PATTERN, 'exec')
    const tested = vi.spyOn(EMAIL_PATTERN, 'test')
    const inquiry_mail = `a@${'.'.repeat(LONG)} b`
    expect(checkForm('sales', { ...sales, inquiry_mail }).failure).toEqual({
      field: 'inquiry_mail',
      message: 'text-limit-alert',
    })
    expect(inquiryBody.safeParse({ is_home_unite: false, inquiry_mail }).success).toBe(false)
    expect([...seen.mock.calls, ...tested.mock.calls]).toEqual([])
  })

  it.each([
    ['a@b.c', true],
    ['a@b..c', true],
    ['a@.b.c', true],
    ['a@b.c.', true],
    ['a@b', false],
    ['a@.b', false],
    ['a@b.', false],
    ['a@b@c.d', false],
    ['a b@c.d', false],
  ])('take the e-mail %s as before: %s', (text, valid) => {
    expect(EMAIL_PATTERN.test(text)).toBe(valid)
  })
})

import { expect, test } from 'vitest'
import { brandWithId, defaultBrand } from '../../../../functions/brand/hosts.ts'
import type { LeftOutFile } from '../../../../functions/contract/conversation.ts'
import type { Locale } from '../../../../functions/contract/languages.ts'
import { MEGABYTE } from '../../../../functions/contract/attachments.ts'
import { leftOutMessage } from '../../../../functions/mail/left-out-message.ts'
import { sentOnBehalf } from '../../../../functions/mail/sender.ts'

const messageOf = (leftOut: LeftOutFile[], language: Locale = 'ko', brand = defaultBrand) =>
  leftOutMessage({
    language,
    brand,
    onBehalf: sentOnBehalf(brand),
    subject: '견적',
    leftOut,
    bytesMax: 10 * MEGABYTE,
    thread: { id: '<1@gaon.example>', references: null },
  })

test.each<[Locale, RegExp]>([
  [
    'ko',
    /^메일은 잘 받았으나 .*: 설치\.exe\(받을 수 없는 형식\), smime\.p7m\(S\/MIME 또는 PGP로 암호화됨\)\. .*개당 10MB, 메일 한 통에 5개까지.*자동으로 발송되었습니다\.$/,
  ],
  [
    'en',
    /^We have received your e-mail, .*: 설치\.exe \(format not accepted\), smime\.p7m \(encrypted with S\/MIME or PGP\)\. .*5 files in an e-mail, each up to 10 MB.*sent automatically\.$/,
  ],
])('the sender of a reply is told in one line what was left out, and why: %s', (language, line) => {
  const message = messageOf(
    [
      { name: '설치.exe', fault: 'file-wrong-type' },
      { name: 'smime.p7m', fault: 'sealed' },
    ],
    language,
  )
  expect(message?.text).toMatch(line)
  expect(message?.headers).toMatchObject({ 'Auto-Submitted': 'auto-replied', 'In-Reply-To': '<1@gaon.example>' })
})

test('a name is text', () => {
  expect(messageOf([{ name: '<img src=x>.exe', fault: 'file-wrong-type' }])?.html).toContain('&lt;img src=x&gt;.exe')
})

test('of many files ten are named', () => {
  const many = Array.from({ length: 95 }, (_, n): LeftOutFile => ({ name: `${n}.exe`, fault: 'file-wrong-type' }))
  expect(messageOf(many)?.text).toMatch(/ 9\.exe\([^)]+\), 외 85개\. /)
})

test('nobody is written to because of a signature', () => {
  expect(messageOf([{ name: 'logo.gif', fault: 'file-wrong-type', role: 'in-text' }])).toBe(null)
  expect(messageOf([])).toBe(null)
})

test("a partner's says who sends it", () => {
  const partner = brandWithId('partner-a')
  expect(messageOf([{ name: 'a.exe', fault: 'too-many' }], 'ko', partner)?.text).toContain(partner.name.ko)
})

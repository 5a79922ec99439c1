import { describe, expect, test } from 'vitest'
import { fileName, unpackedName } from '../../../../functions/attachments/file-name.ts'

describe('the name of a file', () => {
  test.each([
    ['제안서.pdf', '제안서.pdf'],
    ['C:\\Users\\kim\\a.pdf', 'a.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['\u202egnp.exe.pdf', 'gnp.exe.pdf'],
    ['a\r\nX-Evil: 1\u0000.pdf', 'a X-Evil: 1.pdf'],
    ['\u1112\u1161\u11ab.pdf', '한.pdf'],
    ['', 'file'],
    ['  ', 'file'],
  ])('%j is stored as %j', (sent, stored) => {
    expect(fileName(sent)).toBe(stored)
  })

  test('is shortened where it is too long, before its extension', () => {
    const shortened = fileName(`${'가'.repeat(300)}.pdf`)
    expect(shortened).toHaveLength(200)
    expect(shortened.endsWith('가.pdf')).toBe(true)
  })

  test.each([
    ['견적: "최종"*<1>|?.pdf', '견적_ _최종___1___.pdf'],
    ['Angebot.', 'Angebot_'],
    [`${'가'.repeat(150)}.pdf`, `${'가'.repeat(78)}.pdf`],
    [`a${'😀'.repeat(90)}.docx`, `a${'😀'.repeat(58)}.docx`],
  ])('%j is unpacked as %j by every system', (sent, unpacked) => {
    expect(unpackedName(sent)).toBe(unpacked)
    expect(Buffer.byteLength(unpackedName(sent))).toBeLessThanOrEqual(240)
  })
})

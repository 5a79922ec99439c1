import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attachmentDisposition, fileName, nameInDisposition } from '../../../../functions/attachments/file-name.ts'

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

  test('passes through a download header unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }).map(fileName), (name) => {
        const header = attachmentDisposition(name)
        expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/)
        expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header)
        expect(nameInDisposition(header)).toBe(name)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    [null, null],
    ['inline', null],
    ['attachment; filename=plain.pdf', 'plain.pdf'],
    ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
    ['attachment; filename*=utf-8\'ko\'%ED%95%9C.pdf; filename="x"', '한.pdf'],
    ['attachment; filename*=UTF-8\'\'%ZZ; filename="x.pdf"', 'x.pdf'],
    ["attachment; filename*=UTF-8''%FF.pdf", '\ufffd.pdf'],
  ])('in the header %j is %j', (header, name) => {
    expect(nameInDisposition(header)).toBe(name)
  })
})

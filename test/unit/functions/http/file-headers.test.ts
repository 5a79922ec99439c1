import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileName } from '../../../../functions/attachments/file-name.ts'
import { attachmentDisposition, nameInDisposition } from '../../../../functions/http/file-headers.ts'

describe('the name of a file', () => {
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

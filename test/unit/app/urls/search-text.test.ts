import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchText } from '../../../../app/urls/search-text'
import { SEARCH_TEXT_MAX } from '../../../../functions/contract/list-limits'

describe('a search in an address', () => {
  it.each([
    ['  탄소   배출권 ', '탄소 배출권'],
    ['탄소'.normalize('NFD'), '탄소'],
    ['ㅌㅅ', 'ㅌㅅ'],
    ['a\u0000\tb\u202e', 'a b'],
    ['', undefined],
    ['?!', undefined],
    [`a${'😀'.repeat(50)}`, `a${'😀'.repeat(49)}`],
  ])('%j becomes %j', (text, read) => {
    expect(searchText(text)).toBe(read)
  })

  it('is bounded and idempotent', () => {
    fc.assert(
      fc.property(fc.uint16Array({ maxLength: 300 }), (units) => {
        const text = String.fromCharCode(...units).toWellFormed()
        const read = searchText(text)
        expect((read ?? '').length).toBeLessThanOrEqual(SEARCH_TEXT_MAX)
        if (read !== undefined) expect(searchText(read)).toBe(read)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { completeSearch } from '../../../../../app/features/inquiry/complete'

describe('the address of a complete page', () => {
  it('gives the receipt and every file that did not go, one or several', () => {
    expect(completeSearch({ receipt: 'R-1', unsent: 'a.pdf', held: ['b.pdf', 'c.pdf'] })).toEqual({
      receipt: 'R-1',
      unsent: ['a.pdf'],
      held: ['b.pdf', 'c.pdf'],
    })
  })

  it.each([
    {},
    { receipt: '' },
    { receipt: '../x' },
    { receipt: ['a', 'b'] },
    { receipt: 'x'.repeat(65) },
    { unsent: '' },
  ])('leaves out what does not fit: %j', (query) => {
    expect(completeSearch(query)).toEqual({})
  })
})

import { describe, expect, it } from 'vitest'
import { completeSearch } from '../../../../../../app/features/inquiry/confirmation/receipt'

describe('the query of a complete page', () => {
  it('gives the receipt and the signed names, and no text that anybody could have written', () => {
    expect(completeSearch({ receipt: 'R-1', unsent: 'a.pdf', held: 'x.y.z' })).toEqual({
      receipt: 'R-1',
      held: 'x.y.z',
    })
    expect(completeSearch({ receipt: 'R-1', held: ['b.pdf', 'c.pdf'] })).toEqual({ receipt: 'R-1' })
  })

  it.each([
    {},
    { receipt: '' },
    { receipt: '../x' },
    { receipt: ['a', 'b'] },
    { receipt: 'x'.repeat(65) },
    { unsent: '' },
  ])('leaves out what is not valid: %j', (query) => {
    expect(completeSearch(query)).toEqual({})
  })
})

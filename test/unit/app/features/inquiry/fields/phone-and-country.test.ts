import { describe, expect, it } from 'vitest'
import { describeNumber } from '../../../../../../app/features/inquiry/fields/phone-and-country'

describe('a number', () => {
  it.each([
    ['+82', '010-1234-5678', '+82 10 1234 5678', true],
    ['+82', '01012345678', '+82 10 1234 5678', true],
    ['+1:US', '2125550123', '+1 212 555 0123', true],
    ['+49', '030 123456', '+49 30 123456', true],
    ['+82', '12', expect.any(String), false],
    ['+82', 'call me', expect.any(String), false],
    ['', '010', expect.any(String), false],
  ])('of %s, typed as %j, is shown as %j; possible: %s', (country, phone, text, possible) => {
    expect(describeNumber(country, phone)).toEqual({ text, possible })
  })
})

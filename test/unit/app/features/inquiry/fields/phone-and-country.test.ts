import { describe, expect, it } from 'vitest'
import { describeNumber, findCountry } from '../../../../../../app/features/inquiry/fields/phone-and-country'
import en from '../../../../../../app/i18n/countries/en.json'
import ko from '../../../../../../app/i18n/countries/ko.json'

describe('a country is found', () => {
  it.each([
    ['독일', '+49'],
    ['Germany', '+49'],
    ['germ', '+49'],
    ['de', '+49'],
    ['DE', '+49'],
    ['+49', '+49'],
    ['49', '+49'],
    ['us', '+1:US'],
    ['1', '+1:US'],
    ['852', '+852'],
    ['united k', '+44:GB'],
    ['cote', '+225'],
    ['대한', '+82'],
    ['nowhere', undefined],
    ['99999', undefined],
    ['  ', undefined],
  ])('by %j: %s', (text, value) => {
    expect(findCountry(text, [ko, en])).toBe(value)
    expect(findCountry(text, [en, ko])).toBe(value)
  })
})

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

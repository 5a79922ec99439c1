import { describe, expect, it } from 'vitest'
import { findCountries } from '../../../../../../app/features/inquiry/fields/find-countries'
import en from '../../../../../../app/i18n/countries/en.json'
import ko from '../../../../../../app/i18n/countries/ko.json'

describe('a country is found', () => {
  it.each([
    ['독일', '+49'],
    ['Germany', '+49'],
    ['germ', '+49'],
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
  ])('by %j: %s is the first', (text, value) => {
    expect(findCountries(text, [ko, en])[0]).toBe(value)
    expect(findCountries(text, [en, ko])[0]).toBe(value)
  })

  it('by a part of a name behind those that begin with it, and nothing else', () => {
    const found = findCountries('guinea', [en, ko])
    expect(found.slice(0, 2)).toEqual(['+224', '+245'])
    expect(found.map((value) => en[value as keyof typeof en])).toEqual(
      expect.arrayContaining(['Papua New Guinea', 'Equatorial Guinea']),
    )
    expect(found.every((value) => /guinea/i.test(en[value as keyof typeof en]))).toBe(true)
  })

  it('among all of them where nothing is asked', () => {
    expect(findCountries('  ', [ko, en])).toEqual(Object.keys(ko))
  })
})

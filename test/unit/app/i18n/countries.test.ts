import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { describe, expect, it } from 'vitest'
import { defaultCountry } from '../../../../app/i18n/countries/default-country.server'
import en from '../../../../app/i18n/countries/en.json'
import ko from '../../../../app/i18n/countries/ko.json'

const FIRST = ['+82', '+1:US', '+33', '+34', '+44:GB', '+49', '+61:AU', '+65', '+81', '+86', '+852', '+886']

describe.each([
  ['ko', ko],
  ['en', en],
])('the country list in %s', (language, list) => {
  it('has every country with a calling code once, with the ISO code only where a code is shared', () => {
    const codes = getCountries().map((id) => ({ id, code: `+${getCountryCallingCode(id)}` }))
    const isShared = (code: string) => codes.filter((other) => other.code === code).length > 1
    const values = codes.map(({ id, code }) => (isShared(code) ? `${code}:${id}` : code))
    expect(Object.keys(list).sort()).toEqual(values.sort())
  })

  it('begins with the twelve of docs/specification.md#3, the others follow by name', () => {
    const [values, names] = [Object.keys(list), Object.values(list)]
    expect(values.slice(0, FIRST.length)).toEqual(FIRST)
    const others = names.slice(FIRST.length)
    expect(others).toEqual(others.toSorted(new Intl.Collator(language).compare))
  })
})

it('the names need no escaping, for the form puts them into HTML', () => {
  expect([ko, en].flatMap(Object.entries).filter((entry) => /[&<>"']/.test(entry.join()))).toEqual([])
})

it('each list is in its own language', () => {
  expect(Object.values(ko).filter((name) => /[A-Za-z]/.test(name))).toEqual([])
  expect(Object.values(en).filter((name) => /[가-힣]/.test(name))).toEqual([])
})

describe('the default country', () => {
  it.each([
    [['ko'], '+82'],
    [['ko-KR', 'ko', 'en-US'], '+82'],
    [['en'], '+1:US'],
    [['en-AU', 'ko'], '+61:AU'],
    [['es-419'], '+34'],
    [['zh-Hant'], '+886'],
    [['eo', 'fr-FR'], '+33'],
    [['*', 'garbage_tag', 'de'], '+49'],
    [[], null],
    [['*'], null],
  ])('of a browser with the languages %j is %s', (tags, country) => {
    expect(defaultCountry(tags)).toBe(country)
  })
})

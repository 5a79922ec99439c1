import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { describe, expect, it } from 'vitest'
import { defaultCountry } from '../../../../app/i18n/countries/default-country.server'
import en from '../../../../app/i18n/countries/en.json'
import ko from '../../../../app/i18n/countries/ko.json'
import { COUNTRY_CODES } from '../../../../functions/contract/country-codes'

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

  it('has the values that the server accepts', () => {
    expect(Object.keys(list).sort()).toEqual(COUNTRY_CODES.toSorted())
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
    [['ko'], 'ko', '+82'],
    [['ko-KR', 'ko', 'en-US'], 'ko', '+82'],
    [['en-US', 'ko'], 'ko', '+82'],
    [['en-US', 'ko'], 'en', '+1:US'],
    [['en', 'ko-KR'], 'en', '+82'],
    [['en', 'ko'], 'en', '+82'],
    [['ko-KP', 'en-US'], 'ko', '+850'],
    [['en-US'], 'ko', '+1:US'],
    [['en'], 'ko', '+82'],
    [['en'], 'en', null],
    [['en-AU', 'ko'], 'en', '+61:AU'],
    [['es-419', 'es-MX'], 'en', '+52'],
    [['zh-Hant'], 'en', null],
    [['eo', 'fr-FR'], 'en', '+33'],
    [['*', 'garbage_tag', 'de-DE'], 'en', '+49'],
    [[], 'en', null],
    [['*'], 'en', null],
  ] as const)('of a browser with the languages %j on a page in %s is %s', (tags, page, country) => {
    expect(defaultCountry(tags, page)).toBe(country)
  })
})

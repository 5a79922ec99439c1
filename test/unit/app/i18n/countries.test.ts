import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { describe, expect, it } from 'vitest'
import { defaultCountry } from '../../../../app/i18n/countries/default-country'
import en from '../../../../app/i18n/countries/en.json'
import ko from '../../../../app/i18n/countries/ko.json'
import { LANGUAGE_TAGS } from '../../../../app/i18n/countries/language-tags'
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
    // A tag of an entry itself, in the order of the list.
    [['ko-KR', 'ko', 'en-US'], '+82'],
    [['en-US', 'ko-KR'], '+82'],
    [['fr-FR', 'en-US'], '+1:US'],
    [['ja', 'en-AU'], '+61:AU'],
    [['EN-gb'], '+44:GB'],
    [['zh-Hant-TW', 'zh-TW'], '+886'],
    [['pt-PT'], '+351'],
    [['eo', 'fr-FR'], '+33'],
    [['*', 'garbage_tag', 'de-DE'], '+49'],
    // The region of a tag whose language is not its entry's.
    [['en-KR'], '+82'],
    [['fr-CA', 'fr'], '+1:CA'],
    [['es-419', 'es-MX'], '+52'],
    // A language alone, where no tag names a region of the list: its own country.
    [['ko'], '+82'],
    [['fr'], '+33'],
    [['de'], '+49'],
    [['pt'], '+55'],
    [['zh-Hant'], '+886'],
    [['de', 'fr'], '+33'],
    // English alone is everybody's.
    [['en'], null],
    [['en', 'ko'], '+82'],
    [['en', 'fr'], '+33'],
    [['eo'], null],
    [[], null],
    [['*'], null],
  ] as const)('of a browser with the languages %j is %s', (tags, country) => {
    expect(defaultCountry(tags, 'en')).toBe(country)
    expect(defaultCountry(tags, 'ko')).toBe(country ?? '+82')
  })

  it('is known for every entry by a language tag of its own: its country with the language that most read there', () => {
    expect(LANGUAGE_TAGS).toHaveLength(COUNTRY_CODES.length)
    for (const [index, value] of COUNTRY_CODES.entries()) {
      const tag = LANGUAGE_TAGS[index] ?? ''
      const [, region] = tag.split('-') as [string, CountryCode]
      expect([tag, defaultCountry([tag], 'en')]).toEqual([tag, value])
      expect([tag, `+${getCountryCallingCode(region)}`]).toEqual([tag, value.split(':')[0]])
      expect(value.split(':')[1] ?? region).toBe(region)
      expect(tag).toBe(`${new Intl.Locale(`und-${region}`).maximize().language}-${region}`)
    }
    expect(LANGUAGE_TAGS.slice(0, FIRST.length)).toEqual([
      'ko-KR',
      'en-US',
      'fr-FR',
      'es-ES',
      'en-GB',
      'de-DE',
      'en-AU',
      'en-SG',
      'ja-JP',
      'zh-CN',
      'zh-HK',
      'zh-TW',
    ])
  })
})

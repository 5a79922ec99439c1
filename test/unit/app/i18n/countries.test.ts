import { describe, expect, it } from 'vitest'
import { countries, countryOfTags } from '../../../../app/i18n/countries.server'

describe('the country list', () => {
  it.each(['ko', 'en'] as const)('has about 250 entries in %s, the twelve first in the given order', (locale) => {
    const list = countries(locale)
    expect(list.length).toBeGreaterThan(240)
    expect(list.slice(0, 12).map(({ id }) => id)).toEqual([
      'KR',
      'US',
      'FR',
      'ES',
      'GB',
      'DE',
      'AU',
      'SG',
      'JP',
      'CN',
      'HK',
      'TW',
    ])
  })

  it('names every country in the language, with its calling code', () => {
    expect(countries('en')[0]).toEqual({ id: 'KR', value: '+82', name: 'South Korea (+82)' })
    expect(countries('ko')[0]?.name).toBe('대한민국 (+82)')
    expect(countries('ko').filter(({ name }) => /[A-Za-z]/.test(name))).toEqual([])
    expect(countries('en').filter(({ name }) => /[가-힣]/.test(name))).toEqual([])
  })

  it('has each value once, with the ISO code only where a calling code is shared', () => {
    const values = countries('en').map(({ value }) => value)
    expect(new Set(values).size).toBe(values.length)
    expect(values).toEqual(expect.arrayContaining(['+1:US', '+1:CA', '+7:KZ', '+33', '+886']))
    expect(values.filter((value) => !/^\+\d{1,4}(:[A-Z]{2})?$/.test(value))).toEqual([])
  })
})

describe('the default country', () => {
  it.each([
    [['ko'], 'KR'],
    [['ko-KR', 'ko', 'en-US'], 'KR'],
    [['en'], 'US'],
    [['en-AU', 'ko'], 'AU'],
    [['es-419'], 'ES'],
    [['zh-Hant'], 'TW'],
    [['eo', 'fr-FR'], 'FR'],
    [['*', 'garbage_tag', 'de'], 'DE'],
    [[], null],
    [['*'], null],
  ])('of a browser that speaks %j is %s', (tags, country) => {
    expect(countryOfTags(tags)).toBe(country)
  })
})

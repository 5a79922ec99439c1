import {
  AsYouType,
  getCountries,
  getCountryCallingCode,
  isPossiblePhoneNumber,
  type CountryCode,
} from 'libphonenumber-js/min'

// This module is loaded when the visitor looks for a country or types a number, and the numbering plans with it.

/** The country of a value of the country list (docs/contract.md#6). */
function countryOf(value: string): CountryCode | undefined {
  const [code, iso] = value.split(':')
  return getCountries().find((country) => (iso ? country === iso : `+${getCountryCallingCode(country)}` === code))
}

/** A typed number as it is grouped in its country, with the calling code, and whether such a number can exist. */
export function describeNumber(value: string, phone: string): { text: string; possible: boolean } {
  const country = countryOf(value)
  const typed = new AsYouType(country)
  const national = typed.input(phone)
  return {
    text: typed.getNumber()?.formatInternational() ?? national,
    possible: isPossiblePhoneNumber(phone, country),
  }
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The first entry of the country list that a text finds: by ISO code, by calling code, by the beginning of a name, by a part of one.
 * @param lists names by value, the page's language first
 * @returns a value of the list, or undefined
 */
export function findCountry(text: string, lists: readonly Record<string, string>[]): string | undefined {
  const wanted = plain(text.trim())
  if (wanted === '') return undefined
  const values = Object.keys(lists[0] ?? {})
  const names = (value: string) => lists.map((list) => plain(list[value] ?? ''))
  const digits = /^\+?(\d+)$/.exec(wanted)?.[1]
  if (digits !== undefined) {
    const code = (value: string) => value.slice(1).split(':')[0] ?? ''
    return values.find((value) => code(value) === digits) ?? values.find((value) => code(value).startsWith(digits))
  }
  return (
    values.find((value) => countryOf(value)?.toLowerCase() === wanted) ??
    values.find((value) => names(value).some((name) => name.startsWith(wanted))) ??
    values.find((value) => names(value).some((name) => name.includes(wanted)))
  )
}

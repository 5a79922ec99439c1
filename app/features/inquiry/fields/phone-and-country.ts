import {
  AsYouType,
  getCountries,
  getCountryCallingCode,
  isPossiblePhoneNumber,
  type CountryCode,
} from 'libphonenumber-js/min'

// This module is loaded when the visitor types a number, and the numbering plans with it.

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

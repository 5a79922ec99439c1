import { getCountries, getCountryCallingCode, type CountryCode } from 'libphonenumber-js/min'
import { COUNTRY_CODES } from '../../../functions/contract/country-codes'
import { FALLBACK_LOCALE, LANGUAGES, type Locale } from '../locale'
import countries from './en.json'

/**
 * The entry of the country list that a browser's languages point at (docs/specification.md#3). In the order of the list:
 * 1. the first entry whose own language tag is among them,
 * 2. else the first one whose region one of them names (`fr-CA` is Canada, whose tag is `en-CA`),
 * 3. else the first one that is the country of a language alone (`fr` is France), but of the fallback, English, alone there is none: everybody's
 *    browser sends it, and a wrong calling code is not seen, while the form asks for a missing one.
 * Where none fits, a page has the country of its language: a Korean one Korea.
 * @param tags as in Accept-Language
 * @param page the language of the page
 * @returns a value of the list, such as `+82` or `+1:US`, or null
 */
export function defaultCountry(tags: readonly string[], page: Locale): string | null {
  const named = tags.flatMap((tag) => localeOf(tag) ?? [])
  const own = named.map(({ language, region }) => `${language}-${region}`)
  const regions = named.map(({ region }) => region)
  const alone = named
    .filter(({ language, region }) => region === undefined && language !== FALLBACK_LOCALE)
    .map((locale) => locale.maximize().region)
  const list = entries()
  const found =
    list.find(({ tag }) => own.includes(tag)) ??
    list.find(({ region }) => regions.includes(region)) ??
    list.find(({ region }) => alone.includes(region))
  const { country } = LANGUAGES[page]
  return found?.value ?? (country && valueOf(country))
}

/** The language tag of an entry: its country with the language that most people there read (Unicode CLDR, likely subtags). */
export const languageTagOf = (value: string): string => entries().find((entry) => entry.value === value)?.tag ?? ''

interface Entry {
  /** As in the form (docs/contract.md#6). */
  value: string
  region: CountryCode
  /** Such as `ko-KR`. */
  tag: string
}

let known: Entry[] | undefined
/** The country list in its order; made once, when the first browser asks. */
const entries = (): Entry[] => (known ??= makeEntries())

function makeEntries(): Entry[] {
  const regions = new Map(getCountries().map((region) => [valueOf(region), region]))
  return COUNTRY_CODES.flatMap((value) => {
    const region = regions.get(value)
    return region ? { value, region, tag: `${new Intl.Locale(`und-${region}`).maximize().language}-${region}` } : []
  })
}

/** Only countries that share a calling code have their ISO code in the value (docs/contract.md#6). */
function valueOf(region: CountryCode): string {
  const code = `+${getCountryCallingCode(region)}`
  return Object.hasOwn(countries, code) ? code : `${code}:${region}`
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag)
  } catch {
    // Not a language tag, such as `*`.
    return null
  }
}

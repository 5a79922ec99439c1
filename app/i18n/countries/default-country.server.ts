import { getCountryCallingCode, isSupportedCountry, type CountryCode } from 'libphonenumber-js/min'
import countries from './en.json'

/**
 * The entry of the country list that a browser's languages point at: that of the first tag which names or implies a country
 * (`en-AU` is Australia, `ko` Korea, `es-419` Spain).
 * @param tags in order of preference, as in Accept-Language
 * @returns a value of the list, such as `+82` or `+1:US`, or null
 */
export function defaultCountry(tags: readonly string[]): string | null {
  for (const tag of tags) {
    const region = regionsOf(tag).find((candidate) => candidate !== undefined && isSupportedCountry(candidate))
    if (region) return valueOf(region)
  }
  return null
}

/** Only countries that share a calling code have their ISO code in the value (docs/contract.md#6). */
function valueOf(region: CountryCode): string {
  const code = `+${getCountryCallingCode(region)}`
  return Object.hasOwn(countries, code) ? code : `${code}:${region}`
}

function regionsOf(tag: string): (string | undefined)[] {
  try {
    const locale = new Intl.Locale(tag)
    return [locale.maximize().region, new Intl.Locale(locale.language).maximize().region]
  } catch {
    // Not a language tag, such as `*`.
    return []
  }
}

import { getCountryCallingCode, isSupportedCountry, type CountryCode } from 'libphonenumber-js/min'
import type { Locale } from '../locale'
import countries from './en.json'

/**
 * The entry of the country list that a browser's languages point at (docs/specification.md#3): Korea for a Korean page whose reader's
 * browser names Korean without a region, else the first region that it names (`en-AU` is Australia), else Korea for Korean.
 * @param tags in order of preference, as in Accept-Language
 * @param page the language of the page
 * @returns a value of the list, such as `+82` or `+1:US`, or null
 */
export function defaultCountry(tags: readonly string[], page: Locale): string | null {
  const named = tags.map(languageAndRegion)
  const korean = named.filter(({ language }) => language === 'ko')
  if (page === 'ko' && korean.length > 0) return valueOf(firstRegion(korean) ?? 'KR')
  const region = firstRegion(named) ?? (page === 'ko' || korean.length > 0 ? 'KR' : undefined)
  return region === undefined ? null : valueOf(region)
}

/** Only countries that share a calling code have their ISO code in the value (docs/contract.md#6). */
function valueOf(region: CountryCode): string {
  const code = `+${getCountryCallingCode(region)}`
  return Object.hasOwn(countries, code) ? code : `${code}:${region}`
}

interface Tag {
  language?: string
  region?: CountryCode | undefined
}

const firstRegion = (tags: Tag[]): CountryCode | undefined => tags.find(({ region }) => region)?.region

function languageAndRegion(tag: string): Tag {
  try {
    const { language, region } = new Intl.Locale(tag)
    return { language, region: region !== undefined && isSupportedCountry(region) ? region : undefined }
  } catch {
    // Not a language tag, such as `*`.
    return {}
  }
}

import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min'
import type { Locale } from './locale'

/** A country that can be chosen with its calling code (spec 3: Country code entry). */
export interface Country {
  /** ISO 3166 code. */
  id: string
  /** The calling code, made unique by the ISO code where countries share it: `+82`, `+1:US` (contract: Forms). */
  value: string
  /** Localised name with the calling code. */
  name: string
}

/** Stand before all others, in this order (spec 3). */
const FIRST = ['KR', 'US', 'FR', 'ES', 'GB', 'DE', 'AU', 'SG', 'JP', 'CN', 'HK', 'TW']

const lists = new Map<Locale, readonly Country[]>()

/** Every country with a calling code, the twelve first, then by name in the language's order. */
export function countries(locale: Locale): readonly Country[] {
  const known = lists.get(locale)
  if (known) return known
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  const all = getCountries().map((id) => ({
    id: id as string,
    code: `+${getCountryCallingCode(id)}`,
    name: names.of(id) ?? id,
  }))
  const sharing = new Map<string, number>()
  for (const { code } of all) sharing.set(code, (sharing.get(code) ?? 0) + 1)
  const rank = (id: string) => (FIRST.indexOf(id) + FIRST.length + 1) % (FIRST.length + 1)
  const list = all
    .sort((a, b) => rank(a.id) - rank(b.id) || compare(a.name, b.name))
    .map(({ id, code, name }) => ({
      id,
      value: sharing.get(code) === 1 ? code : `${code}:${id}`,
      name: `${name} (${code})`,
    }))
  lists.set(locale, list)
  return list
}

/**
 * The country that a browser's languages point at: that of the first tag which names or implies a known one
 * (`en-AU` is Australia, `ko` Korea, `es-419` Spain).
 * @param tags in the order of preference, as in Accept-Language
 * @returns an ISO code, or null
 */
export function countryOfTags(tags: readonly string[]): string | null {
  for (const tag of tags) {
    const region = regionsOf(tag).find((candidate) => candidate !== undefined && isSupportedCountry(candidate))
    if (region) return region
  }
  return null
}

function regionsOf(tag: string): (string | undefined)[] {
  try {
    const locale = new Intl.Locale(tag)
    return [locale.maximize().region, new Intl.Locale(locale.language).maximize().region]
  } catch {
    // Not a language tag, such as `*`: it points nowhere.
    return []
  }
}

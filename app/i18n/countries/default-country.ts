import { COUNTRY_CODES } from '../../../functions/contract/country-codes'
import { FALLBACK_LOCALE, LANGUAGES, type Locale } from '../locale'
import { LANGUAGE_TAGS } from './language-tags'

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
  const { country } = LANGUAGES[page]
  const found =
    ENTRIES.find(({ tag }) => own.includes(tag)) ??
    ENTRIES.find(({ region }) => regions.includes(region)) ??
    ENTRIES.find(({ region }) => alone.includes(region)) ??
    ENTRIES.find(({ region }) => region === country)
  return found?.value ?? null
}

interface Entry {
  /** As in the form (docs/contract.md#6). */
  value: string
  region: string | undefined
  /** Such as `ko-KR`. */
  tag: string
}

const ENTRIES: Entry[] = COUNTRY_CODES.map((value, index) => {
  const tag = LANGUAGE_TAGS[index] ?? ''
  return { value, region: tag.split('-')[1], tag }
})

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag)
  } catch {
    // Not a language tag, such as `*`.
    return null
  }
}

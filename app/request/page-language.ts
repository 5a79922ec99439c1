import { parseAccept } from 'hono/utils/accept'
import { LRUCache } from 'lru-cache'
import { eachLocale } from '../../functions/contract/languages'
import { defaultCountry } from '../i18n/countries/default-country'
import { FALLBACK_LOCALE, localeOfTag, type Locale } from '../i18n/locale'
import { addressLocale } from '../urls/known-parameters'

/** The language of a page, and what follows from the languages that the browser accepts. */
interface PageLanguage {
  locale: Locale
  /** Whether the address names it. */
  localeInAddress: boolean
  /** The country whose calling code a form proposes. */
  countryDefault: string | null
}

/**
 * Chooses a page's language: query `lng`, cookie `i18next`, Accept-Language, English (docs/contract.md#4).
 * @param cookie the chosen language
 * @param header Accept-Language, empty where there is none
 */
export function pageLanguage(query: URLSearchParams, cookie: string | undefined, header: string): PageLanguage {
  const { tags, country } = acceptedLanguages(header)
  const named = addressLocale(query)
  const locale = named ?? [cookie, ...tags].map(localeOfTag).find((found) => found !== null) ?? FALLBACK_LOCALE
  return { locale, localeInAddress: named !== null, countryDefault: country[locale] }
}

/** Whether a form proposes what it proposes where the browser names no country. */
export const isCountryOfLanguage = (country: string | null, locale: Locale): boolean =>
  country === defaultCountry([], locale)

interface AcceptedLanguages {
  tags: string[]
  /** Entry of the country list that the tags point at, such as `+82`, by the language of the page. */
  country: Record<Locale, string | null>
}

/** What is read of the header: a browser sends a fraction of both, and a client as much as the platform takes. */
const CHARACTERS_MAX = 1000
const TAGS_MAX = 20

/** By header: browsers send few different ones, and a tag's country is slow to resolve. */
const acceptedByHeader = new LRUCache<string, AcceptedLanguages>({ max: 500 })

function acceptedLanguages(header: string): AcceptedLanguages {
  const cached = acceptedByHeader.get(header)
  if (cached) return cached
  const tags = parseAccept(header.slice(0, CHARACTERS_MAX))
    .filter(({ q }) => q > 0)
    .slice(0, TAGS_MAX)
    .map(({ type }) => type)
  const accepted = { tags, country: eachLocale((locale) => defaultCountry(tags, locale)) }
  if (header.length <= 200) acceptedByHeader.set(header, accepted)
  return accepted
}

import { LOCALES, type Locale } from '../../functions/contract/languages'

export {
  FALLBACK_LOCALE,
  LANGUAGE_NAMES,
  LANGUAGES,
  languageIn,
  LOCALES,
  type Locale,
} from '../../functions/contract/languages'

/** Query parameter, cookie and storage key of the chosen language (docs/contract.md#4). */
export const LOCALE_QUERY = 'lng'
export const LOCALE_COOKIE = 'i18next'
export const LOCALE_STORAGE = 'i18nextLng'

/** The supported language that a tag such as `ko-KR` names, or null: the longest of its beginnings that is one (RFC 4647, section 3.4). */
export function localeOfTag(tag: string | null | undefined): Locale | null {
  for (
    let range = tag?.trim().toLowerCase() ?? '';
    range !== '';
    range = range.slice(0, Math.max(0, range.lastIndexOf('-')))
  ) {
    const found = LOCALES.find((locale) => locale.toLowerCase() === range)
    if (found) return found
  }
  return null
}

/** The languages of the interface. `en` is the fallback (spec 1). */
export const LOCALES = ['ko', 'en'] as const
export type Locale = (typeof LOCALES)[number]
export const FALLBACK_LOCALE: Locale = 'en'

/** Query parameter, cookie and storage key of the chosen language (docs/contract.md#4). */
export const LOCALE_QUERY = 'lng'
export const LOCALE_COOKIE = 'i18next'
export const LOCALE_STORAGE = 'i18nextLng'

/** Language tag for dates and numbers. */
export const FORMAT_TAG: Record<Locale, string> = { ko: 'ko-KR', en: 'en-US' }

/** The supported language that a tag such as `ko-KR` names, or null. */
export function localeOfTag(tag: string | null | undefined): Locale | null {
  const language = tag?.trim().toLowerCase().split('-')[0]
  return LOCALES.find((locale) => locale === language) ?? null
}

/** What the site has to know of a language beside its catalogues and documents. */
interface Language {
  /** Tag for dates, numbers and Open Graph. */
  format: string
  /** What the names of its fields and columns have (text-fields.ts). The first language has nothing. */
  field: string
  /** The script by which a text without a language is taken for this one; its pages load all letters of the board's font. Null: Latin. */
  script: 'Hangul' | null
  /** The country whose calling code its forms propose where the browser names none (ISO 3166). */
  country: 'KR' | null
}

/** The languages of the site, each once (decision 054). The key is the tag of its pages, the ending of its files and its value in addresses. */
export const LANGUAGES = {
  ko: { format: 'ko-KR', field: '', script: 'Hangul', country: 'KR' },
  en: { format: 'en-US', field: '_en', script: null, country: null },
} as const satisfies Record<string, Language>
export type Locale = keyof typeof LANGUAGES
/** What each language calls itself: where a visitor chooses it. Apart from the table, which stands in a script of every page. */
export const LANGUAGE_NAMES: Record<Locale, string> = { ko: '한국어', en: 'English' }
/** A text in each language; empty where there is none. */
export type Texts = Record<Locale, string>

/** For whoever reads none of the languages (docs/specification.md#1). */
export const FALLBACK_LOCALE: Locale = 'en'

/** In the order in which they are offered. */
export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[] as readonly [Locale, ...Locale[]]

/** A value for each language. */
export function eachLocale<T>(valueOf: (locale: Locale) => T): Record<Locale, T>
export function eachLocale(valueOf: (locale: Locale) => unknown): object {
  return Object.fromEntries(LOCALES.map((locale) => [locale, valueOf(locale)]))
}

/** The language, then the others in the order in which they stand in for it: the only such order. */
export const languagesFrom = (first: Locale): Locale[] => [...new Set([first, FALLBACK_LOCALE, ...LOCALES])]

/** The language in which a page of another one, or of the same, shows a text: the first that has it. The page's own where none does. */
export const languageOf = (texts: Texts, page: Locale): Locale =>
  texts[page] === '' ? (languagesFrom(page).find((locale) => texts[locale] !== '') ?? page) : page

/** A text as a page of a language shows it. */
export const textIn = (texts: Texts, page: Locale): string => texts[languageOf(texts, page)]

/** What a page calls a language. */
export const languageIn = (language: Locale, page: Locale): string =>
  new Intl.DisplayNames(LANGUAGES[page].format, { type: 'language' }).of(language) ?? LANGUAGE_NAMES[language]

/** What operators call a language on the command line. */
export const languageName = (locale: Locale): string => languageIn(locale, FALLBACK_LOCALE)

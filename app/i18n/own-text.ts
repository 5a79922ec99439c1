import type { CategoryNames } from '../../functions/contract/board'
import { languageOf, textIn } from '../../functions/contract/languages'
import { CATEGORY_NAME, textOf, textsOf, type Sent, type Text } from '../../functions/contract/text-fields'
import { FALLBACK_LOCALE, LANGUAGES, LOCALES, type Locale } from './locale'

/** A text of the board in the page's language, or else in another one. */
export interface OwnText {
  text: string
  /** Set where the text is in another language (WCAG 3.1.2). */
  lang?: Locale
  /** The same language, where the upstream keeps languages apart and has no text in the page's own. */
  onlyIn?: Locale
}

/** The language whose letters a text has. */
function languageByLetters(text: string): Locale {
  const has = (script: string | null) => script !== null && new RegExp(`\\p{Script=${script}}`, 'u').test(text)
  return LOCALES.find((locale) => has(LANGUAGES[locale].script)) ?? FALLBACK_LOCALE
}

/**
 * What a page shows of a text (docs/contract.md#9). A text of an upstream that does not keep languages apart is shown as it comes, and
 * counts as Korean where it holds Hangul.
 */
export function ownText(text: Text, page: Locale): OwnText {
  const isApart = typeof text !== 'string'
  const lang = isApart ? languageOf(text, page) : languageByLetters(text)
  const shown = isApart ? text[lang] : text
  if (lang === page) return { text: shown }
  return { text: shown, lang, ...(isApart && { onlyIn: lang }) }
}

/** The same of a text that has a field for each language. @param pattern of their names, such as `subject*` */
export const ownField = <P extends `${string}*`>(pattern: P, fields: Sent<P>, page: Locale): OwnText =>
  ownText(textOf(pattern, fields), page)

/** The name of a sub-category. */
export const categoryIn = (names: CategoryNames, page: Locale): string => textIn(textsOf(CATEGORY_NAME, names), page)

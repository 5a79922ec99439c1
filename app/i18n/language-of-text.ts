import type { Locale } from './locale'

const HANGUL = /\p{Script=Hangul}/u

/**
 * The `lang` of a text from the board inside a page of another language (WCAG 3.1.2): Korean where it holds Hangul,
 * else English. Undefined where it is the page's own.
 */
export function languageOfText(text: string, page: Locale): Locale | undefined {
  const language: Locale = HANGUL.test(text) ? 'ko' : 'en'
  return language === page ? undefined : language
}

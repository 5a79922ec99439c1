import type { Locale } from '../../i18n/locale'

const TWO_SECTIONS = /^\s*(<section lang="(?:ko|en)">[^]*<\/section>)\s*(<section lang="(ko|en)">[^]*<\/section>)\s*$/

/**
 * A text that says the same in two sections, one in each language (spec 1), with the reader's own section first.
 * Any other text comes back as it is.
 */
export const ownLanguageFirst = (html: string, locale: Locale): string =>
  html.replace(TWO_SECTIONS, (whole, first: string, second: string, language: string) =>
    language === locale ? `${second}\n${first}` : whole,
  )

import { eachLocale, LANGUAGES, LOCALES, type Locale, type Texts } from './languages.ts'

/*
 * How a text in several languages is called on both wires and in the columns: a field for each language. In code it is one value, a
 * `Texts` (decision 054). Only modules that read or write a wire, a form or a table need this one.
 */

/** A name with a place for the language: `subject*` is `subject` and `subject_en`. */
type Pattern = `${string}*${string}`
/** The names of a text. */
export type FieldOf<P extends string, L extends Locale = Locale> = P extends `${infer Start}*${infer End}`
  ? `${Start}${(typeof LANGUAGES)[L]['field']}${End}`
  : never
/** The fields of a text as a wire has them; any of them may be missing. */
export type Sent<P extends string> = { [F in FieldOf<P>]?: string | null | undefined }

/** Of a sub-category. */
export const CATEGORY_NAME = 'sub_category*_name'

/** The name of a language's field. */
export function fieldName<P extends Pattern, L extends Locale>(pattern: P, locale: L): FieldOf<P, L>
export function fieldName(pattern: Pattern, locale: Locale): string {
  return pattern.replace('*', LANGUAGES[locale].field)
}

/** The names of a text's fields, in the order of the languages. */
export const fieldsOf = <P extends Pattern>(pattern: P): FieldOf<P>[] =>
  LOCALES.map((locale) => fieldName(pattern, locale))

/** An object with a value for each of a text's fields. */
export function eachField<P extends Pattern, T>(pattern: P, valueOf: (locale: Locale) => T): Record<FieldOf<P>, T>
export function eachField(pattern: Pattern, valueOf: (locale: Locale) => unknown): object {
  return Object.fromEntries(LOCALES.map((locale) => [fieldName(pattern, locale), valueOf(locale)]))
}

/** A text from its fields. */
export const textsOf = <P extends Pattern>(pattern: P, sent: Sent<P>): Texts =>
  eachLocale((locale) => sent[fieldName<P, Locale>(pattern, locale)] ?? '')

/** The fields of a text. */
export const fieldsWith = <P extends Pattern>(pattern: P, texts: Texts): Record<FieldOf<P>, string> =>
  eachField(pattern, (locale) => texts[locale])

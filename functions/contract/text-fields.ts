import { eachLocale, LANGUAGES, LOCALES, type Locale, type Texts } from './languages.ts'

/*
 * How a text in several languages is called in calls, columns and forms: a field for each language (docs/specification.md#3). Boards and
 * documents keep these fields all the way to the page, where `textOf` reads them; the admin edits a text as one value, a `Texts`
 * (decision 054).
 */

/** A name with a place for the language: `subject*` is `subject` and `subject_en`. */
type Pattern = `${string}*${string}`
/** The names of a text. */
export type FieldOf<P extends string, L extends Locale = Locale> = P extends `${infer Start}*${infer End}`
  ? `${Start}${(typeof LANGUAGES)[L]['field']}${End}`
  : never
/** The fields of a text as a wire has them; any of them may be missing. */
export type Sent<P extends string> = { [F in FieldOf<P>]?: string | null | undefined }

/** The language whose fields have the plain name: all that an upstream sends which does not keep languages apart. */
export type PlainLocale = { [L in Locale]: (typeof LANGUAGES)[L]['field'] extends '' ? L : never }[Locale]
const isPlain = (locale: Locale): locale is PlainLocale => LANGUAGES[locale].field === ''

/** The same once it was read: the plain field is there, another one where the upstream keeps languages apart. */
export type TextFields<P extends string> = Record<FieldOf<P, PlainLocale>, string> & {
  [F in FieldOf<P>]?: string | undefined
}

/** A text: in each language, or a plain one whose language is not known. */
export type Text = Texts | string

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

/** A text as a page needs it. Where it has a field of no other language, its language is not known. */
export function textOf<P extends Pattern>(pattern: P, sent: Sent<P>): Text {
  const isApart = LOCALES.some(
    (locale) => !isPlain(locale) && (sent[fieldName<P, Locale>(pattern, locale)] ?? null) !== null,
  )
  const texts = textsOf(pattern, sent)
  return isApart ? texts : texts[LOCALES.find(isPlain) as PlainLocale]
}

/** A text in all languages from its fields, empty where there is none. */
export const textsOf = <P extends Pattern>(pattern: P, sent: Sent<P>): Texts =>
  eachLocale((locale) => sent[fieldName<P, Locale>(pattern, locale)] ?? '')

/** The fields of a text. */
export const fieldsWith = <P extends Pattern>(pattern: P, texts: Texts): Record<FieldOf<P>, string> =>
  eachField(pattern, (locale) => texts[locale])

import type { Texts } from './languages.ts'
import { fieldsWith, textsOf, type FieldOf } from './text-fields.ts'

/** The texts of a document, each in all languages, empty in one that has none. */
type TextFields = Record<FieldOf<'title*' | 'category*'>, string>

/** A document of the data page. */
export interface Download extends TextFields {
  id: string
  /** ISO 8601. */
  registered_at: string
  /** Path of the file on the site. */
  file: string
}

/** The same texts as an operator edits them. */
export interface DownloadTexts {
  title: Texts
  category: Texts
}

export const downloadFieldsOf = ({ title, category }: DownloadTexts): TextFields => ({
  ...fieldsWith('title*', title),
  ...fieldsWith('category*', category),
})
export const downloadTextsOf = (sent: TextFields): DownloadTexts => ({
  title: textsOf('title*', sent),
  category: textsOf('category*', sent),
})

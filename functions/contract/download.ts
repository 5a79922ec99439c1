import type { Texts } from './languages.ts'
import { fieldsWith, textsOf, type FieldOf } from './text-fields.ts'

/** A document of the data page. */
export interface Download {
  id: string
  title: Texts
  category: Texts
  /** ISO 8601. */
  registered_at: string
  /** Path of the file on the site. */
  file: string
}

type Fields = Record<FieldOf<'title*' | 'category*'>, string>
/** A document as `GET /content/downloads` gives it. */
export type WireDownload = Omit<Download, 'title' | 'category'> & Fields

/** The texts of a document as fields of a wire, a form or a table. */
export const downloadFieldsOf = ({ title, category }: Pick<Download, 'title' | 'category'>): Fields => ({
  ...fieldsWith('title*', title),
  ...fieldsWith('category*', category),
})
export const downloadTextsOf = (sent: Fields): Pick<Download, 'title' | 'category'> => ({
  title: textsOf('title*', sent),
  category: textsOf('category*', sent),
})

export const downloadOfWire = (sent: WireDownload): Download => ({
  id: sent.id,
  ...downloadTextsOf(sent),
  registered_at: sent.registered_at,
  file: sent.file,
})
export const wireOfDownload = ({ title, category, ...rest }: Download): WireDownload => ({
  ...rest,
  ...downloadFieldsOf({ title, category }),
})

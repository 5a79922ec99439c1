/** A document that visitors can download (docs/specification.md#3). */
export interface SupportItem {
  /** Unique; the fragment of its address in the grid. Lower case, digits and hyphens. */
  id: string
  category: { ko: string; en: string }
  title: { ko: string; en: string }
  /** Registration date in Seoul, `YYYY-MM-DD`. */
  registered: string
  /** A file below `public/`, such as `/files/supplier-template.xlsx`. */
  file: `/${string}`
}

/*
 * The list behind /support/data. To offer a file, put it into public/files/ and add an entry here, in any order: the page sorts
 * by registration date.
 */
export const supportItems: readonly SupportItem[] = []

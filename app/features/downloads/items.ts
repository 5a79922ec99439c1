/** A document that visitors can download (spec 3: Support item). */
export interface SupportItem {
  /** Unique, for the address of its place in the grid: lower case, digits and hyphens. */
  id: string
  category: { ko: string; en: string }
  title: { ko: string; en: string }
  /** Registration date in Seoul, `YYYY-MM-DD`. */
  registered: string
  /** A file below `public/`, such as `/files/supplier-template.xlsx`. */
  file: `/${string}`
}

/*
 * The one list behind /support/data. To offer a file: put it into public/files/ and add an entry here; the newest
 * registration date comes first on the page, whatever the order here.
 */
export const supportItems: readonly SupportItem[] = []

/** A document of the data page, as `GET /content/downloads` gives it. An empty title or category is missing in that language. */
export interface Download {
  id: string
  title: string
  title_en: string
  category: string
  category_en: string
  /** ISO 8601. */
  registered_at: string
  /** Path of the file on the site. */
  file: string
}

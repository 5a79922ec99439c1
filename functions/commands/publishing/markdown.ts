import { Marked } from 'marked'
import type { EntryFields } from '../../database/board-entry.ts'
import { sanitizeBoardHtml } from '../../upstream/sanitize-board-html.ts'

const markdown = new Marked({ gfm: true, async: false })

/** Markdown as the HTML that visitors get: GitHub-flavoured, cleaned like every text of the boards. */
export function renderMarkdown(source: string): string {
  return sanitizeBoardHtml(markdown.parse(source, { async: false }))
}

/** The HTML of an entry in each language; empty where there is no text. */
export interface EntryHtml {
  ko: string
  en: string
}

/** Renders both texts of an entry. */
export const htmlOf = ({ contents, contents_en }: Pick<EntryFields, 'contents' | 'contents_en'>): EntryHtml => ({
  ko: renderMarkdown(contents),
  en: renderMarkdown(contents_en),
})

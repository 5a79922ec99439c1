import { Marked } from 'marked'
import { eachLocale, type Texts } from '../../contract/locale.ts'
import { sanitizeBoardHtml } from '../../upstream/sanitize-board-html.ts'

const markdown = new Marked({ gfm: true, async: false })

/** Markdown as the HTML that visitors get: GitHub-flavoured, cleaned like every text of the boards. */
export function renderMarkdown(source: string): string {
  return sanitizeBoardHtml(markdown.parse(source, { async: false }))
}

/** Renders the text of each language; empty where there is none. */
export const htmlOf = (contents: Texts): Texts => eachLocale((locale) => renderMarkdown(contents[locale]))

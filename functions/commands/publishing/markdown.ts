import { Marked } from 'marked'
import { sanitizeBoardHtml } from '../../upstream/sanitize-board-html.ts'

const markdown = new Marked({ gfm: true, async: false })

/** Markdown as the HTML that visitors get: GitHub-flavoured, cleaned like every text of the boards. */
export function renderMarkdown(source: string): string {
  return sanitizeBoardHtml(markdown.parse(source, { async: false }))
}

import { Marked } from 'marked'
import { pictureSizes } from '../../database/content-file.ts'
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

/** Renders both texts of an entry, as they are published. */
export async function htmlOf(
  db: D1Database,
  { contents, contents_en }: Pick<EntryFields, 'contents' | 'contents_en'>,
): Promise<EntryHtml> {
  return {
    ko: await withPictureSizes(db, renderMarkdown(contents)),
    en: await withPictureSizes(db, renderMarkdown(contents_en)),
  }
}

/** A picture of ours in cleaned HTML, without a size. */
const PICTURE = /<img src="\/content\/([0-9a-f-]{36})\/[^"]*"(?![^>]*\b(?:width|height)=)/g

/** Cleaned HTML whose pictures have their width and height, so that the text does not jump when they come. */
export async function withPictureSizes(db: D1Database, html: string): Promise<string> {
  const keys = [...html.matchAll(PICTURE)].map(([, key = '']) => key)
  if (keys.length === 0) return html
  const sizes = await pictureSizes(db, keys)
  return html.replace(PICTURE, (picture, key: string) => {
    const size = sizes.get(key)
    return size ? `${picture} width="${size.width}" height="${size.height}"` : picture
  })
}

import { Marked } from 'marked'
import { eachLocale, type Texts } from '../../contract/languages.ts'
import { fileKeysIn, pictureSizes } from '../../database/content-file.ts'
import { sanitizeBoardHtml } from '../../http/sanitize-html.ts'

/** Each short row of a table is filled up to the columns of its head: the HTML of a larger one would be thousands of times its text. */
const TABLE_CELLS_MAX = 10_000

const markdown = new Marked({
  gfm: true,
  async: false,
  tokenizer: {
    /** @returns undefined for a table that is too large, which remains text; false where the parser goes on */
    table(src) {
      const [table = '', head = ''] = this.rules.block.table.exec(src) ?? []
      const cells = head.split('|').length * table.split('\n').length
      return cells > TABLE_CELLS_MAX ? undefined : false
    },
  },
})

/** Markdown as the HTML that visitors get: GitHub-flavoured, cleaned like every text of the boards. */
export function renderMarkdown(source: string): string {
  return sanitizeBoardHtml(markdown.parse(source, { async: false }))
}

/** Renders the text of each language, as it is published; empty where there is none. */
export async function htmlOf(db: D1Database, contents: Texts): Promise<Texts> {
  const html = eachLocale((locale) => renderMarkdown(contents[locale]))
  const sizes = await sizesOf(db, Object.values(html).join(''))
  return eachLocale((locale) => withSizes(html[locale], sizes))
}

/**
 * The keys of the files that a text names: as it is written, which is what is kept, and as visitors get it, where an address that was
 * written otherwise is one too.
 */
export const fileKeysOf = (contents: Texts, html: Texts): string[] =>
  fileKeysIn([...Object.values(contents), ...Object.values(html)].join('\n'))

/**
 * Cleaned HTML whose pictures have their width and height, so that the text does not jump when they come.
 * @param usable keys of the files of which whoever reads it may know
 */
export async function withPictureSizes(db: D1Database, html: string, usable: ReadonlySet<string>): Promise<string> {
  const sizes = await sizesOf(db, html)
  return withSizes(html, new Map([...sizes].filter(([key]) => usable.has(key))))
}

/** A picture of ours in cleaned HTML, without a size. */
const PICTURE = /<img src="\/content\/([0-9a-f-]{36})\/[^"]*"(?![^>]*\b(?:width|height)=)/g
type Sizes = Awaited<ReturnType<typeof pictureSizes>>

async function sizesOf(db: D1Database, html: string): Promise<Sizes> {
  const keys = [...html.matchAll(PICTURE)].map(([, key = '']) => key)
  return keys.length === 0 ? new Map() : pictureSizes(db, keys)
}

const withSizes = (html: string, sizes: Sizes): string =>
  html.replace(PICTURE, (picture, key: string) => {
    const size = sizes.get(key)
    return size ? `${picture} width="${size.width}" height="${size.height}"` : picture
  })

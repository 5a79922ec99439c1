import { Lexer, Marked, type TokenizerExtension } from 'marked'
import { eachLocale, type Texts } from '../contract/languages.ts'
import { fileKeysIn, pictureSizes } from '../database/content-file.ts'
import { sanitizeBoardHtml } from '../http/sanitize-html.ts'

/** Cells of all tables of a text that are written nowhere: each short row is filled up to the columns of its head. */
const FILLED_CELLS_MAX = 10_000
let filledCells = 0

const columnsOf = (row: string) =>
  row
    .replace(/\\[\\|]/g, 'x')
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|').length

/** The columns of the table that a text may begin with; 0 where head and delimiter differ, so that it is none. */
function columnsAt(src: string): number {
  const [head = '', delimiter = ''] = src.split('\n', 2)
  const columns = columnsOf(head)
  return columns === columnsOf(delimiter) ? columns : 0
}

/** A table that would be thousands of times its text is shown as it is written. */
const largeTable: TokenizerExtension = {
  name: 'large-table',
  level: 'block',
  tokenizer(src) {
    const columns = columnsAt(src)
    const [raw] = (columns > 1 && Lexer.rules.block.gfm.table.exec(src)) || []
    if (raw === undefined) return undefined
    for (const row of raw.split('\n')) filledCells += Math.max(0, columns - columnsOf(row))
    return filledCells > FILLED_CELLS_MAX ? { type: 'code', raw, text: raw } : undefined
  },
}

const markdown = new Marked({
  gfm: true,
  async: false,
  extensions: [largeTable],
  // What is no table is not looked through to its end, line by line.
  tokenizer: { table: (src) => (columnsAt(src) === 0 ? undefined : false) },
})

/** Markdown as the HTML that visitors get: GitHub-flavoured, cleaned like every text of the boards. */
export function renderMarkdown(source: string): string {
  filledCells = 0
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

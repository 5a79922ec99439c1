import { LRUCache } from 'lru-cache'
import { FrameworkOutputError } from './framework-output'
import { sourceHash } from './security-policy'

/**
 * The style sheet of a page's routes. It is half of the page and constant within a build, so a placeholder goes through
 * rendering, scanning, encoding and hashing in its place.
 */
export interface InlineCss {
  /** Takes the sheet's place in the rendered text. It contains the sheet's hash, so pages with different sheets differ. */
  placeholder: string
  /** The sheet's source expression for the policy. */
  source: string
  bytes: Uint8Array<ArrayBuffer>
}

/** By length and routes: hashing the sheet for each page would take as long as rendering a small one. */
const sheets = new LRUCache<string, InlineCss>({ max: 100 })
const encoder = new TextEncoder()

/**
 * @param css from the router's manifest
 * @param routeIds of the page; a failed page has the sheets of only the first of them, so the length tells two apart
 * @throws FrameworkOutputError if there is none
 */
export async function inlineCss(css: string | undefined, routeIds: readonly string[]): Promise<InlineCss> {
  if (!css) throw new FrameworkOutputError('inline style sheet in the manifest')
  const key = `${css.length} ${routeIds.join(' ')}`
  const cached = sheets.get(key)
  if (cached) return cached
  const source = await sourceHash(css)
  const sheet = { placeholder: `/* ${source} */`, source, bytes: encoder.encode(css) }
  sheets.set(key, sheet)
  return sheet
}

/**
 * The page in UTF-8 with the sheet instead of its placeholder.
 * @param html the page with the placeholder
 * @param bytes the same in UTF-8
 */
export function insertCss(
  html: string,
  bytes: Uint8Array<ArrayBuffer>,
  { placeholder, bytes: sheet }: InlineCss,
): Uint8Array<ArrayBuffer> {
  const from = encoder.encode(html.slice(0, html.indexOf(placeholder))).length
  const to = from + placeholder.length
  const page = new Uint8Array(bytes.length - placeholder.length + sheet.length)
  page.set(bytes.subarray(0, from))
  page.set(sheet, from)
  page.set(bytes.subarray(to), from + sheet.length)
  return page
}

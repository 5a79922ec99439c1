import type { AnyRouter } from '@tanstack/react-router'
import { sourceHash } from './security-policy'

/**
 * The style sheet that the build makes for a page's routes. It is half of the page and the same until the next build, so it does not
 * go through React, the search for blocks and letters, the encoder and the digest with every page: a stand-in does.
 */
export interface PageSheet {
  /** Stands in the rendered text where the sheet belongs. It names the sheet by its hash, so texts with different sheets differ. */
  standIn: string
  /** The sheet's source in a policy. */
  source: string
  bytes: Uint8Array<ArrayBuffer>
}

const sheets = new Map<string, PageSheet>()
const encoder = new TextEncoder()

/**
 * Puts the stand-in in the sheet's place, before the page is rendered.
 * @returns the sheet; null where the framework has none to inline, as in development
 */
export async function sheetSetAside(router: AnyRouter): Promise<PageSheet | null> {
  // The router makes the manifest anew at each reading, this object of it once.
  const style = router.ssr?.manifest?.inlineStyle
  if (!style?.children) return null
  const sheet = await sheetOf(router, style.children)
  style.children = sheet.standIn
  return sheet
}

async function sheetOf(router: AnyRouter, css: string): Promise<PageSheet> {
  // A page that failed has the sheets of the first of its routes only: a beginning of the whole, which its length tells.
  const key = `${css.length} ${router.state.matches.map(({ routeId }) => routeId).join(' ')}`
  const known = sheets.get(key)
  if (known) return known
  const source = await sourceHash(css)
  const sheet: PageSheet = { standIn: `/* ${source} */`, source, bytes: encoder.encode(css) }
  sheets.set(key, sheet)
  return sheet
}

/**
 * The page in UTF-8, with the sheet in the place of its stand-in.
 * @param html the page with the stand-in
 * @param bytes the same in UTF-8
 */
export function withSheet(
  html: string,
  bytes: Uint8Array<ArrayBuffer>,
  { standIn, bytes: sheet }: PageSheet,
): Uint8Array<ArrayBuffer> {
  const from = encoder.encode(html.slice(0, html.indexOf(standIn))).length
  const to = from + standIn.length
  const whole = new Uint8Array(bytes.length - standIn.length + sheet.length)
  whole.set(bytes.subarray(0, from))
  whole.set(sheet, from)
  whole.set(bytes.subarray(to), from + sheet.length)
  return whole
}

/** A script, style or select element of a page. */
export interface Block {
  tag: string
  /** As in the page, with the space in front. */
  attributes: string
  content: string
  /** Offsets of the whole element. */
  start: number
  end: number
}

const OPENING_TAG = /<(script|style|select)((?:\s[^>]*)?)>/g

/**
 * The script, style and select elements of a rendered page, in order. Ends are found by `indexOf`, because a lazy
 * regular expression walks through a 50 KB style sheet character by character.
 */
export function scanBlocks(html: string): Block[] {
  const blocks: Block[] = []
  OPENING_TAG.lastIndex = 0
  for (let opening = OPENING_TAG.exec(html); opening; opening = OPENING_TAG.exec(html)) {
    const [whole, tag = '', attributes = ''] = opening
    const from = opening.index + whole.length
    const to = html.indexOf(`</${tag}>`, from)
    if (to < 0) break
    const end = to + tag.length + 3
    blocks.push({ tag, attributes, content: html.slice(from, to), start: opening.index, end })
    OPENING_TAG.lastIndex = end
  }
  return blocks
}

/** The ranges of a page between its blocks: its visible text and tags. */
export function* visibleRanges(html: string, blocks: readonly Block[]): Generator<[from: number, to: number]> {
  let from = 0
  for (const { start, end } of blocks) {
    yield [from, start]
    from = end
  }
  yield [from, html.length]
}

/** An element whose content is no text of the page. */
export interface Block {
  tag: string
  /** As they stand, with the space in front. */
  attributes: string
  content: string
  /** Where the whole element begins and ends in the page. */
  start: number
  end: number
}

const OPENING = /<(script|style|select)((?:\s[^>]*)?)>/g

/**
 * The scripts, styles and lists of choices of a rendered page, in order. Looks for each end with `indexOf`: a lazy regular expression goes
 * through fifty kilobytes of style sheet letter by letter, and did so four times a page.
 */
export function blocksOf(html: string): readonly Block[] {
  if (last.html !== html) last = { html, blocks: found(html) }
  return last.blocks
}

/** A finished page is looked through twice, for its letters and for its policy. */
let last: { html: string; blocks: Block[] } = { html: '', blocks: [] }

function found(html: string): Block[] {
  const blocks: Block[] = []
  OPENING.lastIndex = 0
  for (let opening = OPENING.exec(html); opening; opening = OPENING.exec(html)) {
    const [whole, tag = '', attributes = ''] = opening
    const from = opening.index + whole.length
    const to = html.indexOf(`</${tag}>`, from)
    if (to < 0) break
    const end = to + tag.length + 3
    blocks.push({ tag, attributes, content: html.slice(from, to), start: opening.index, end })
    OPENING.lastIndex = end
  }
  return blocks
}

/** The stretches of a page between its blocks: what can be seen, and the tags around it. */
export function* stretchesOf(html: string): Generator<[from: number, to: number]> {
  let from = 0
  for (const { start, end } of blocksOf(html)) {
    yield [from, start]
    from = end
  }
  yield [from, html.length]
}

/** The page with each block replaced by what `change` makes of it; null leaves it as it is. */
export function withBlocks(html: string, change: (block: Block) => string | null): string {
  const parts: string[] = []
  let from = 0
  for (const block of blocksOf(html)) {
    const changed = change(block)
    if (changed === null) continue
    parts.push(html.slice(from, block.start), changed)
    from = block.end
  }
  return parts.join('') + html.slice(from)
}

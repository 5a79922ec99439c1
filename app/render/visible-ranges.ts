/**
 * The ranges of a rendered page between its script, style and select elements: its visible text and tags. Ends are found by `indexOf`,
 * because a lazy regular expression walks through a 50 KB style sheet character by character.
 */
export function* visibleRanges(html: string): Generator<[from: number, to: number]> {
  const opening = /<(script|style|select)(?:\s[^>]*)?>/g
  let from = 0
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const closing = `</${found[1]}>`
    const end = html.indexOf(closing, opening.lastIndex)
    if (end < 0) break
    yield [from, found.index]
    from = opening.lastIndex = end + closing.length
  }
  yield [from, html.length]
}

/** What a reply says, and what it quotes at its end. */
export interface SplitReply {
  own: string
  quoted: string
}

const INTRODUCTION = /(?:wrote|schrieb|a écrit|작성|보낸 메시지|님이)\s*:?$/i
/** Characters at the end of a line in which it stands. */
const INTRODUCTION_MAX = 20
const isIntroduction = (line: string) => INTRODUCTION.test(line.trimEnd().slice(-INTRODUCTION_MAX))

/** Splits a plain text before the quotation that ends it: lines with `>`, with the line that introduces them. Nothing is lost. */
export function splitQuoted(text: string): SplitReply {
  const lines = text.split('\n')
  let start = lines.length
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] ?? ''
    if (line.startsWith('>')) start = at
    else if (line.trim() !== '') break
  }
  if (start === lines.length) return { own: text, quoted: '' }
  let before = start - 1
  while (before >= 0 && lines[before]?.trim() === '') before--
  if (isIntroduction(lines[before] ?? '')) start = before
  return { own: lines.slice(0, start).join('\n').trimEnd(), quoted: lines.slice(start).join('\n') }
}

/** Cleaned HTML with each quotation folded. Its tags are balanced, because the sanitiser has written them. @param label escaped HTML */
export const foldQuoted = (html: string, label: string): string =>
  html
    .replaceAll(/<blockquote(?=[\s>])/g, `<details class="quoted"><summary>${label}</summary><blockquote`)
    .replaceAll('</blockquote>', '</blockquote></details>')

/* The text of an entry's HTML after sanitising (functions/upstream), where every `<` opens a tag. */

/** Elements that begin a line of their own. All others stand within a line: Korean particles follow them without a space. */
const BLOCK =
  /<\/?(?:section|article|div|p|hr|h[2-6]|blockquote|pre|figure|figcaption|[uo]l|li|d[ltd]|table|caption|t(?:head|body|foot|r)|details|summary)\b[^>]*>/
/** What comes before it introduces the rest. */
const FIRST_PART = /<(?:h[2-6]|table)\b/
const SENTENCE_END = /[.!?…:;][)\]"'”’]*$/
/** Characters in which a sentence ends. */
const SENTENCE_END_MAX = 10
const endsSentence = (line: string) => SENTENCE_END.test(line.slice(-SENTENCE_END_MAX))

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** The lines of text, one for each block or table row, without empty ones and empty cells. */
export function linesOf(html: string): string[] {
  return html
    .split(BLOCK)
    .map((block) =>
      block
        .replace(/<\/t[hd]>\s*<t[hd]\b[^>]*>/g, ' · ')
        .replace(/<br\b[^>]*>/g, ' ')
        .replace(/<[^>]*>/g, '')
        .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
        .replace(/\s+/g, ' '),
    )
    .map(withoutEmptyCells)
    .filter((line) => line !== '')
}

/** Without what separates cells at its ends. */
function withoutEmptyCells(line: string): string {
  const isSeparator = (at: number) => line[at] === ' ' || line[at] === '·'
  let [from, to] = [0, line.length]
  while (from < to && isSeparator(from)) from++
  while (to > from && isSeparator(to - 1)) to--
  return line.slice(from, to)
}

/** What an entry says before its first heading or table, else all of it, as one line. Empty where there is no text. */
export function introductionOf(html: string): string {
  const [before = ''] = html.split(FIRST_PART, 1)
  const introduction = linesOf(before)
  const lines = introduction.length > 0 ? introduction : linesOf(html)
  const separators = lines.map((line) => (endsSentence(line) ? ' ' : ' · '))
  return lines.map((line, at) => `${at === 0 ? '' : separators[at - 1]}${line}`).join('')
}

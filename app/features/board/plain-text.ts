/* The text of an entry's HTML after sanitising (functions/upstream), where every `<` opens a tag. */

/** Elements that begin a line of their own. All others stand within a line: Korean particles follow them without a space. */
const BLOCK =
  /<\/?(?:section|article|div|p|hr|h[2-6]|blockquote|pre|figure|figcaption|[uo]l|li|d[ltd]|table|caption|t(?:head|body|foot|r)|details|summary)\b[^>]*>/
/** What comes before it introduces the rest. */
const FIRST_PART = /<(?:h[2-6]|table)\b/
const SENTENCE_END = /[.!?…:;][)\]"'”’]*$/

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
        .replace(/\s+/g, ' ')
        .replace(/^[ ·]+|[ ·]+$/g, ''),
    )
    .filter((line) => line !== '')
}

/** What an entry says before its first heading or table, else all of it, as one line. Empty where there is no text. */
export function introductionOf(html: string): string {
  const [before = ''] = html.split(FIRST_PART, 1)
  const introduction = linesOf(before)
  const lines = introduction.length > 0 ? introduction : linesOf(html)
  return lines.reduce((text, line) => `${text}${text === '' ? '' : SENTENCE_END.test(text) ? ' ' : ' · '}${line}`, '')
}

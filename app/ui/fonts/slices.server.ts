import { eachLocale, LANGUAGES, type Locale } from '../../../functions/contract/languages'
import { GLYPHS } from 'virtual:interface-glyphs'
import sheet from './board-text.css?inline'

/** A slice of the board's font: its `@font-face` rule up to `unicode-range`, and its characters as first and last code. */
interface Slice {
  rule: string
  ranges: [first: number, last: number][]
}

const slices: Slice[] = [...sheet.matchAll(/@font-face\s*\{[^}]*unicode-range:([^;}]+)[^}]*\}/g)].map(
  ([rule, ranges = '']) => ({
    rule: rule
      .replace(/;?\s*unicode-range:[^;}]+;?\s*\}$/, '')
      .replace(/font-display:\s*swap/, 'font-display:optional'),
    ranges: [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, first = '', last = first]) => [
      parseInt(first, 16),
      parseInt(last, 16),
    ]),
  }),
)

const sliceByCharacter = new Map<number, Slice | undefined>()

function sliceOf(character: number): Slice | undefined {
  if (!sliceByCharacter.has(character))
    sliceByCharacter.set(
      character,
      // As in browsers, the last rule counts: letters of our own slices are in Pretendard's as well.
      slices.findLast(({ ranges }) => ranges.some(([first, last]) => first <= character && character <= last)),
    )
  return sliceByCharacter.get(character)
}

/** By language and code unit: 1 if the interface font has the character. A table, because every character is looked up. */
const inInterfaceFont = eachLocale((locale) => glyphTable(GLYPHS[locale]))

function glyphTable(glyphs: string): Uint8Array {
  const table = new Uint8Array(0x10000).fill(1, 0, 0x80)
  for (const glyph of glyphs) table[glyph.charCodeAt(0)] = 1
  return table
}

const isHangul = (code: number) =>
  (code >= 0xac00 && code <= 0xd7a3) || (code >= 0x1100 && code <= 0x11ff) || (code >= 0x3130 && code <= 0x318f)

/**
 * The CSS rules of those slices of the board's font that a page needs, or an empty string. Pages of a language in Latin letters show Korean in
 * the system's font: slices are too much for a few words.
 * @param ranges of the visible text; selects are not part of it, because they use the system's font
 */
export function fontSlices(html: string, ranges: Iterable<[from: number, to: number]>, locale: Locale): string {
  const table = inInterfaceFont[locale]
  const missing = new Set<number>()
  for (const [from, to] of ranges) {
    for (let index = from; index < to; index++) {
      const code = html.charCodeAt(index)
      if (table[code] === 0 && (LANGUAGES[locale].script === 'Hangul' || !isHangul(code))) missing.add(code)
    }
  }
  const needed = new Map<Slice, string[]>()
  for (const character of missing) {
    const slice = sliceOf(character)
    if (slice) needed.set(slice, [...(needed.get(slice) ?? []), `U+${character.toString(16)}`])
  }
  // Only this page's characters: the whole ranges are ten times as long.
  return [...needed].map(([{ rule }, characters]) => `${rule};unicode-range:${characters.join(',')}}`).join('')
}

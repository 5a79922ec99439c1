import sheet from './board-text.css?inline'
import { GLYPHS } from './glyphs.gen'

/** One slice of the board's font: its `@font-face` rule without the range, and the characters it has, as pairs of first and last. */
interface Slice {
  rule: string
  ranges: [number, number][]
}

const slices: Slice[] = [...sheet.matchAll(/@font-face\s*\{[^}]*unicode-range:([^;}]+)[^}]*\}/g)].map(
  ([rule, ranges = '']) => ({
    rule: rule.replace(/;?\s*unicode-range:[^;}]+;?\s*\}$/, ''),
    ranges: [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, first = '', last = first]) => [
      parseInt(first, 16),
      parseInt(last, 16),
    ]),
  }),
)

const sliceOf = new Map<number, Slice | undefined>()

function find(character: number): Slice | undefined {
  if (!sliceOf.has(character))
    sliceOf.set(
      character,
      slices.find(({ ranges }) => ranges.some(([first, last]) => first <= character && character <= last)),
    )
  return sliceOf.get(character)
}

/** By code unit, whether a language's interface font has it. Every one has ASCII. A table, for it is asked once for each letter of each page. */
const inInterface = { ko: tableOf(GLYPHS.ko), en: tableOf(GLYPHS.en) }

function tableOf(glyphs: string): Uint8Array {
  const table = new Uint8Array(0x10000).fill(1, 0, 0x80)
  for (const glyph of glyphs) table[glyph.charCodeAt(0)] = 1
  return table
}

/** On an English page Korean texts of the board show in the system's Korean font: a slice of 20 KB for a few words is not worth it. */
const isHangul = (code: number) =>
  (code >= 0xac00 && code <= 0xd7a3) || (code >= 0x1100 && code <= 0x11ff) || (code >= 0x3130 && code <= 0x318f)

/** The characters of these stretches of a text that the interface font does not have, each once. */
function beyondInterface(
  text: string,
  stretches: Iterable<[from: number, to: number]>,
  locale: keyof typeof inInterface,
): Set<number> {
  const table = inInterface[locale]
  const found = new Set<number>()
  for (const [from, to] of stretches) {
    for (let index = from; index < to; index++) {
      const code = text.charCodeAt(index)
      if (table[code] === 0 && !(locale === 'en' && isHangul(code))) found.add(code)
    }
  }
  return found
}

/**
 * The rules of those slices of the board's font that a page shows characters of, in a style sheet that sleeps until the
 * page stands (app/defer-scripts.ts); a page within the interface's own glyphs gets none.
 * @param html a rendered page
 * @param shown where its text is, without scripts and styles, which are not shown, and lists of choices, which show in the system's font
 * @param locale decides which glyphs its interface font has
 */
export function withFontSlices(
  html: string,
  shown: Iterable<[from: number, to: number]>,
  locale: keyof typeof inInterface,
): string {
  const needed = new Map<Slice, string[]>()
  for (const character of beyondInterface(html, shown, locale)) {
    const slice = find(character)
    if (slice) needed.set(slice, [...(needed.get(slice) ?? []), `U+${character.toString(16)}`])
  }
  if (needed.size === 0) return html
  // Only the characters of this page: the whole ranges are ten times as long.
  const rules = [...needed].map(([{ rule }, letters]) => `${rule};unicode-range:${letters.join(',')}}`)
  return html.replace('</head>', `<style id="board-text" media="print">${rules.join('')}</style></head>`)
}

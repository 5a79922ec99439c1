import sheet from './board-text.css?inline'
import { GLYPHS } from './glyphs.gen'

/** One slice of the board's font: its `@font-face` rule without the range, and the characters it has, as pairs of first and last. */
interface Slice {
  rule: string
  ranges: [number, number][]
}

const slices: Slice[] = [...sheet.matchAll(/@font-face\s*\{[^}]*unicode-range:([^;}]+)[^}]*\}/g)].map(([rule, ranges = '']) => ({
  rule: rule.replace(/;?\s*unicode-range:[^;}]+;?\s*\}$/, ''),
  ranges: [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, first = '', last = first]) => [parseInt(first, 16), parseInt(last, 16)]),
}))

const sliceOf = new Map<number, Slice | undefined>()

function find(character: number): Slice | undefined {
  if (!sliceOf.has(character)) sliceOf.set(character, slices.find(({ ranges }) => ranges.some(([first, last]) => first <= character && character <= last)))
  return sliceOf.get(character)
}

const glyphs = { ko: characters(GLYPHS.ko), en: characters(GLYPHS.en) }

/** Characters beyond ASCII, which every interface font has. */
function characters(text: string): Set<number> {
  const found = new Set<number>()
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > 0x7f) found.add(code)
  }
  return found
}

/** Lists of choices show in the system's font; scripts and styles are not shown. */
const UNSEEN = /<(script|style|select)\b[^]*?<\/\1>/g

/**
 * The rules of those slices of the board's font that a page shows characters of, in a style sheet that sleeps until the
 * page stands (app/defer-scripts.ts); a page within the interface's own glyphs gets none.
 * @param html a rendered page
 * @param locale decides which glyphs its interface font has
 */
export function withFontSlices(html: string, locale: keyof typeof glyphs): string {
  const needed = new Map<Slice, string[]>()
  for (const character of characters(html.replace(UNSEEN, ''))) {
    const slice = glyphs[locale].has(character) ? undefined : find(character)
    if (slice) needed.set(slice, [...(needed.get(slice) ?? []), `U+${character.toString(16)}`])
  }
  if (needed.size === 0) return html
  // Only the characters of this page: the whole ranges are ten times as long.
  const rules = [...needed].map(([{ rule }, shown]) => `${rule};unicode-range:${shown.join(',')}}`)
  return html.replace('</head>', `<style id="board-text" media="print">${rules.join('')}</style></head>`)
}

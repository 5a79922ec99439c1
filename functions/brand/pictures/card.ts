import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textElement, widthOf, type Weight } from './draw.ts'
import { CARD_SIZE } from './sizes.ts'

/** The texts of a sharing picture in one language. */
export interface CardTexts {
  /** Beside the symbol. */
  wordmark: string
  /** The brand's full name, at the bottom. */
  name: string
  /** Host of the brand's origin, at the bottom. */
  host: string
  /** One or two sentences. */
  title: string[]
}
export interface CardLook {
  symbol: string
  primary: string
  secondary: string
}

/** Everything but the texts: a short form of the home page's figure, many sources, one footprint, across the border. */
const CARD = readFileSync(join(import.meta.dirname, 'card.svg'), 'utf8')

const LEFT = 72
const TITLE_WIDTH = 560
const TITLE_SIZES = [76, 70, 64, 58, 52, 46]
const LINES_MAX = 4

/** Wraps text at a width. Each sentence begins a new line. */
function wrap(sentences: string[], size: number, weight: Weight, width: number): string[] {
  return sentences.flatMap((sentence) => {
    const lines: string[] = []
    for (const word of sentence.split(' ')) {
      const last = lines.at(-1)
      const longer = last === undefined ? word : `${last} ${word}`
      if (last !== undefined && widthOf({ text: longer, size, weight }) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  })
}

/** The title in the largest size that fits. */
function fitTitle(sentences: string[]): { size: number; lines: string[] } {
  const tries = TITLE_SIZES.map((size) => ({ size, lines: wrap(sentences, size, 800, TITLE_WIDTH) }))
  const fits = tries.find(
    ({ size, lines }) =>
      lines.length <= LINES_MAX && lines.every((text) => widthOf({ text, size, weight: 800 }) <= TITLE_WIDTH),
  )
  return fits ?? { size: 40, lines: wrap(sentences, 40, 800, TITLE_WIDTH).slice(0, LINES_MAX) }
}

/** Name and host beside each other, in the largest size that fits. */
function footer(name: string, host: string): string {
  const widthAt = (size: number) =>
    widthOf({ text: name, size, weight: 700 }) + 20 + widthOf({ text: host, size, weight: 500 })
  const size = [28, 24, 20].find((each) => widthAt(each) <= CARD_SIZE.width - 2 * LEFT) ?? 16
  const x = LEFT + Math.round(widthOf({ text: name, size, weight: 700 })) + 20
  return (
    textElement({ text: name, size, weight: 700, x: LEFT, y: 566 }) +
    textElement({ text: host, size, weight: 500, x, y: 566, opacity: 0.82 })
  )
}

/** The sharing picture of a brand as SVG. */
export function cardSvg({ wordmark, name, host, title }: CardTexts, { symbol, primary, secondary }: CardLook): string {
  const { size, lines } = fitTitle(title)
  const leading = size * 1.16
  const first = 330 - ((lines.length - 1) * leading) / 2 + size * 0.34
  const texts = [
    textElement({ text: wordmark, size: 34, weight: 800, x: LEFT + 56, y: 98 }),
    ...lines.map((text, at) => textElement({ text, size, weight: 800, x: LEFT, y: Math.round(first + at * leading) })),
    footer(name, host),
  ]
  return CARD.replaceAll('{primary}', primary)
    .replaceAll('{secondary}', secondary)
    .replace('{symbol}', symbol)
    .replace('{texts}', () => texts.join('\n'))
}

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

const SOURCES = [150, 232, 315, 398, 480]
const stream = (y: number) => `M664 ${y}C722 ${y} 706 315 764 315`
const drop = (x: number, y: number) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4.5"/>`

/** Drops along a stream, at parameters of its Bézier curve. */
function drops(y: number): string {
  const along = (t: number, from: number, first: number, second: number, to: number) =>
    (1 - t) ** 3 * from + 3 * (1 - t) ** 2 * t * first + 3 * (1 - t) * t ** 2 * second + t ** 3 * to
  return [0, 0.3, 0.58].map((t) => drop(along(t, 664, 722, 706, 764), along(t, y, y, 315, 315))).join('')
}

/** A short form of the home page's figure: many sources, one footprint, across the border. */
function figure(primary: string, secondary: string): string {
  const arcs = [
    [primary, 1, 0, 43],
    [secondary, 1, 44.5, 24],
    [primary, 0.45, 70, 19],
    ['#868da3', 1, 90.5, 8],
  ] as const
  const ring = arcs.map(
    ([colour, opacity, start, length]) =>
      `<path d="${arc(start, length)}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="36"/>`,
  )
  return `
<g fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="2">${SOURCES.map((y) => `<path d="${stream(y)}"/>`).join('')}<path d="M1060 315H1200"/></g>
<g fill="#fff">${SOURCES.map(drops).join('')}${[1096, 1164].map((x) => drop(x, 315)).join('')}</g>
<path d="M1130 96V534" stroke="#fff" stroke-opacity=".7" stroke-width="3" stroke-dasharray="10 8"/>
<rect x="772" y="191" width="280" height="292" rx="24" fill="${secondary}" fill-opacity=".4"/>
<rect x="760" y="161" width="304" height="308" rx="24" fill="#fff"/>
${ring.join('')}
<g transform="translate(912 315) scale(1.5) translate(-80 -82)">
<path d="M80 53l24 13-24 13-24-13z" fill="${primary}" fill-opacity=".28"/><path d="M54 70l24 13v27l-24-13z" fill="${primary}"/><path d="M106 70L82 83v27l24-13z" fill="${secondary}"/>
</g>`
}

/** An arc of the ring around the product; start and length in per cent, clockwise from the top. */
function arc(start: number, length: number): string {
  const at = (percent: number): string => {
    const angle = (percent / 100) * 2 * Math.PI
    return `${(912 + 104 * Math.sin(angle)).toFixed(2)} ${(315 - 104 * Math.cos(angle)).toFixed(2)}`
  }
  return `M${at(start)}A104 104 0 ${length > 50 ? 1 : 0} 1 ${at(start + length)}`
}

/** The sharing picture of a brand as SVG. */
export function cardSvg({ wordmark, name, host, title }: CardTexts, { symbol, primary, secondary }: CardLook): string {
  const { size, lines } = fitTitle(title)
  const leading = size * 1.16
  const first = 330 - ((lines.length - 1) * leading) / 2 + size * 0.34
  const { width, height } = CARD_SIZE
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
<linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${primary}"/><stop offset="1" stop-color="${secondary}"/></linearGradient>
<radialGradient id="glow" cx="1080" cy="690" r="620" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="${primary}" stop-opacity=".75"/><stop offset="1" stop-color="${primary}" stop-opacity="0"/></radialGradient>
</defs>
<rect width="${width}" height="${height}" fill="url(#ground)"/><rect width="${width}" height="${height}" fill="url(#glow)"/>
${figure(primary, secondary)}
<path transform="translate(${LEFT - 4} 62) scale(1.5)" d="${symbol}" fill="#fff"/>
${textElement({ text: wordmark, size: 34, weight: 800, x: LEFT + 56, y: 98 })}
${lines.map((text, index) => textElement({ text, size, weight: 800, x: LEFT, y: Math.round(first + index * leading) })).join('\n')}
${footer(name, host)}
</svg>`
}

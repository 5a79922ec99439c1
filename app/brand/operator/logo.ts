import SVGPathCommander from 'svg-path-commander'
import type { BrandEntry } from '../schema.ts'

/** The box in which a symbol is drawn (app/layout/logo.tsx, app/brand/pictures/icons.ts). */
const BOX = 32
/** What the header shows of it, in CSS pixels. */
const IN_HEADER = 28

export interface LogoReport {
  lines: string[]
  problems: string[]
  notes: string[]
}

const inPixels = (value: number) => Number(value.toFixed(1))

/** How large a brand's symbol is drawn, and whether it fits its box. */
export function measureLogo({ symbol, wordmark }: Pick<BrandEntry, 'symbol' | 'wordmark'>): LogoReport {
  if (!SVGPathCommander.isValidPath(symbol))
    return {
      lines: [`word mark "${wordmark}"`],
      problems: ['symbol: it is no path; write the d attribute of an SVG path'],
      notes: [],
    }
  const { x, y, x2, y2, width, height } = SVGPathCommander.getPathBBox(symbol)
  const lines = [
    `word mark "${wordmark}", ${wordmark.length} of 16 characters`,
    `symbol: viewBox 0 0 ${BOX} ${BOX}, drawn from ${inPixels(x)},${inPixels(y)} to ${inPixels(x2)},${inPixels(y2)}: ${inPixels(width)} × ${inPixels(height)}`,
    `shown at ${IN_HEADER} × ${IN_HEADER} px in header and drawer, there ${inPixels((width * IN_HEADER) / BOX)} × ${inPixels((height * IN_HEADER) / BOX)} px; in icons of 16 to 512 px and on the sharing picture`,
  ]
  const outside = x < 0 || y < 0 || x2 > BOX || y2 > BOX
  const problems = outside
    ? [`symbol: it reaches outside its box of 0 to ${BOX} and would be cut; scale or move the path`]
    : []
  const small = Math.max(width, height) < 0.6 * BOX
  const aside = Math.max(Math.abs(x + x2 - BOX), Math.abs(y + y2 - BOX)) / 2 > 2
  const notes = [
    ...(small ? ['symbol: it fills little of its box and will look small beside the word mark'] : []),
    ...(aside ? ['symbol: it is not in the middle of its box'] : []),
  ]
  return { lines, problems, notes }
}

import { createRequire } from 'node:module'
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js'
import { html } from 'hono/html'

const { resolve } = createRequire(import.meta.url)
const WEIGHTS = { 500: 'Medium', 700: 'Bold', 800: 'ExtraBold' } as const
export type Weight = keyof typeof WEIGHTS

const FONTS: ResvgRenderOptions['font'] = {
  loadSystemFonts: false,
  fontFiles: Object.values(WEIGHTS).map((name) => resolve(`pretendard/dist/public/static/Pretendard-${name}.otf`)),
  defaultFontFamily: 'Pretendard',
}

/** Renders an SVG to PNG in its own size. Text is set in Pretendard, independent of the machine's fonts. */
export function toPng(svg: string): Buffer {
  return new Resvg(svg, { font: FONTS, textRendering: 2 }).render().asPng()
}

/** A line of text in one SVG element. */
export interface Line {
  text: string
  size: number
  weight: Weight
  x?: number
  y?: number
  fill?: string
  opacity?: number
}

/** The line as SVG. Larger text has tighter letter spacing. */
export function textElement({ text, size, weight, x = 0, y = 0, fill = '#fff', opacity = 1 }: Line): string {
  const spacing = size > 40 ? -0.028 * size : -0.01 * size
  return html`<text
    x="${x}"
    y="${y}"
    font-family="Pretendard"
    font-size="${size}"
    font-weight="${weight}"
    letter-spacing="${spacing.toFixed(2)}"
    fill="${fill}"
    fill-opacity="${opacity}"
    >${text}</text
  >`.toString()
}

const widths = new Map<string, number>()

/** Width of a text in the picture's units. */
export function widthOf(line: Pick<Line, 'text' | 'size' | 'weight'>): number {
  const key = JSON.stringify([line.text, line.size, line.weight])
  const known = widths.get(key)
  if (known !== undefined) return known
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="400">${textElement({ ...line, y: 200 })}</svg>`
  const width = new Resvg(svg, { font: FONTS }).getBBox()?.width ?? 0
  widths.set(key, width)
  return width
}

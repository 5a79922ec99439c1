import { createRequire } from 'node:module'
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js'

const { resolve } = createRequire(import.meta.url)
const WEIGHTS = { 500: 'Medium', 700: 'Bold', 800: 'ExtraBold' } as const
export type Weight = keyof typeof WEIGHTS

const FONTS: ResvgRenderOptions['font'] = {
  loadSystemFonts: false,
  fontFiles: Object.values(WEIGHTS).map((name) => resolve(`pretendard/dist/public/static/Pretendard-${name}.otf`)),
  defaultFontFamily: 'Pretendard',
}

/** Renders an SVG to PNG in its own size; texts are set in Pretendard, whatever fonts the machine has. */
export function toPng(svg: string): Buffer {
  return new Resvg(svg, { font: FONTS, textRendering: 2 }).render().asPng()
}

/** A line of text in one SVG element. `anchor` is where `x` stands in it. */
export interface Line {
  text: string
  size: number
  weight: Weight
  x?: number
  y?: number
  fill?: string
  opacity?: number
}

/** The line as SVG, set a little tighter the larger it is. */
export function textElement({ text, size, weight, x = 0, y = 0, fill = '#fff', opacity = 1 }: Line): string {
  const spacing = size > 40 ? -0.028 * size : -0.01 * size
  return `<text x="${x}" y="${y}" font-family="Pretendard" font-size="${size}" font-weight="${weight}" letter-spacing="${spacing.toFixed(2)}" fill="${fill}" fill-opacity="${opacity}">${escapeXml(text)}</text>`
}

const widths = new Map<string, number>()

/** How wide a text becomes, in the picture's own units. */
export function widthOf(line: Pick<Line, 'text' | 'size' | 'weight'>): number {
  const key = JSON.stringify([line.text, line.size, line.weight])
  const known = widths.get(key)
  if (known !== undefined) return known
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="400">${textElement({ ...line, y: 200 })}</svg>`
  const width = new Resvg(svg, { font: FONTS }).getBBox()?.width ?? 0
  widths.set(key, width)
  return width
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)

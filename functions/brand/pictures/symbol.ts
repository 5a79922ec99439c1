import { Parser } from 'htmlparser2'
import SVGPathCommander from 'svg-path-commander'
import { opacities, textElement } from './draw.ts'
import { shapesOf, type Shapes } from './shapes.ts'

/** A logo that cannot become a symbol. The message says what to do. */
export class LogoError extends Error {}

/** Side of the symbol's box, and of what is drawn in it. */
const BOX = 32
const DRAWN = 28
/** Each page has the symbol twice. */
const LENGTH_MAX = 4000
const BYTES_MAX = 1_000_000
/** Width of the pictures that are compared, and how much of the drawing may differ: edges of pixels. */
const COMPARED = 256
const DIFFERENCE_MAX = 0.03

const EXPORT = 'Export it again as plain SVG with outlines only'
/** What a logo has no need of, and what may do or fetch something when it is opened. */
const REFUSED: Record<string, string> = {
  script: `it has a script. Do not open it in a browser, and ask the partner where it comes from. ${EXPORT}`,
  foreignobject: `it has a part that is no drawing (foreignObject). ${EXPORT}`,
  iframe: `it has a part that is no drawing (iframe). ${EXPORT}`,
  animate: `it moves. ${EXPORT}`,
  animatetransform: `it moves. ${EXPORT}`,
  set: `it moves. ${EXPORT}`,
  image: 'it has a picture of pixels. Ask for the logo as vectors, or have it traced',
  text: `it has letters in a font. Convert text to outlines (Illustrator: Type, Create Outlines; Inkscape: Path, Object to Path)`,
}

/** @throws LogoError for what a logo may not have, before anything draws it */
function requireHarmless(svg: string): void {
  if (svg.length > BYTES_MAX) throw new LogoError(`it has ${Math.ceil(svg.length / 1000)} KB. ${EXPORT}`)
  if (/<!ENTITY/i.test(svg)) throw new LogoError(`it declares entities. ${EXPORT}`)
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const fault = REFUSED[tag.toLowerCase().replace(/^.*:/, '')]
        if (fault !== undefined) throw new LogoError(fault)
        for (const [name, value] of Object.entries(attributes)) {
          if (/^on/i.test(name))
            throw new LogoError(`it has a script in ${name}. ${REFUSED.script?.split('. ')[1]}. ${EXPORT}`)
          const isReference = /(?:^|:)(?:href|src)$/i.test(name) && !value.startsWith('#')
          if (isReference || /url\(\s*['"]?(?!#)[^\s)]/i.test(value))
            throw new LogoError(`it refers to another file or page in ${name}. ${EXPORT}`)
        }
      },
      ontext(text) {
        if (/@import|url\(\s*['"]?(?!#)[^\s)]/i.test(text))
          throw new LogoError(`its style sheet refers to another file. ${EXPORT}`)
      },
    },
    { xmlMode: true },
  )
  parser.end(svg)
}

const inBox = (shapes: Shapes): string => {
  const joined = shapes.paths.join('')
  const { x, y, width, height } = SVGPathCommander.getPathBBox(joined)
  const scale = DRAWN / Math.max(width, height)
  const [left, top] = [(BOX - width * scale) / 2 - x * scale, (BOX - height * scale) / 2 - y * scale]
  const placed = joined.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, first: string, second: string) =>
    [Number(first) * scale + left, Number(second) * scale + top].map((value) => value.toFixed(3)).join(' '),
  )
  const symbol = new SVGPathCommander(placed, { round: 2 }).optimize().toString()
  requireAlike(shapes, symbol, `translate(${-left / scale} ${-top / scale}) scale(${1 / scale})`)
  return symbol
}

/** @throws LogoError where the path looks otherwise than the drawing */
function requireAlike({ svg, viewBox }: Shapes, symbol: string, transform: string): void {
  const drawn = opacities(svg, COMPARED)
  const alone = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path transform="${transform}" d="${symbol}"/></svg>`
  const again = opacities(alone, COMPARED)
  const all = drawn.reduce((sum, value) => sum + value, 0)
  const different = drawn.reduce((sum, value, index) => sum + Math.abs(value - (again[index] ?? 0)), 0)
  if (different > DIFFERENCE_MAX * all)
    throw new LogoError(
      'as one path it looks otherwise than it does now: it has masks, half-transparent parts or parts outside its page. Merge its shapes to one (Illustrator: Pathfinder, Unite; Inkscape: Path, Union) and export it again',
    )
}

/**
 * The symbol of a logo: one path in a box of 32 × 32, without anything else that the file has.
 * @param svg the file's text
 * @throws LogoError that says what to do
 */
export function symbolOfLogo(svg: string): string {
  requireHarmless(svg)
  let shapes: Shapes
  try {
    shapes = shapesOf(svg)
  } catch (error) {
    throw new LogoError(`it is no SVG that can be drawn (${(error as Error).message}). ${EXPORT}`)
  }
  if (shapes.hasLines)
    throw new LogoError(
      'it has lines that are no shapes. Convert strokes to outlines (Illustrator: Object, Path, Outline Stroke; Inkscape: Path, Stroke to Path)',
    )
  if (shapes.paths.length === 0) throw new LogoError(`it draws nothing. ${EXPORT}`)
  if (shapes.colours.size > 1)
    throw new LogoError(
      `it has ${shapes.colours.size} colours (${[...shapes.colours].slice(0, 4).join(', ')}), and the symbol is shown in one, also white on the brand's colour. Ask the partner for the version in one colour, without a background`,
    )
  const symbol = inBox(shapes)
  if (symbol.length > LENGTH_MAX)
    throw new LogoError(
      `its symbol has ${symbol.length} characters, and every page has it twice; at most ${LENGTH_MAX}. Simplify its paths (Illustrator: Object, Path, Simplify; Inkscape: Path, Simplify), or take the sign without its words`,
    )
  return symbol
}

const letterShapes = (letter: string): Shapes =>
  shapesOf(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 140 140">${textElement({ text: letter, size: 100, weight: 800, x: 10, y: 110 })}</svg>`,
  )
/** A code point that no font has. */
const UNKNOWN_LETTER = '\u{10ffff}'

/** A symbol for a brand without a logo: the first letter of its word mark. @throws LogoError where it cannot be drawn */
export function symbolOfWordmark(wordmark: string): string {
  const [letter = ''] = wordmark.trim()
  const shapes = letterShapes(letter)
  if (shapes.paths.length === 0 || shapes.paths.join() === letterShapes(UNKNOWN_LETTER).paths.join())
    throw new LogoError(`"${letter}", its first letter, cannot be drawn. Give a logo, or another word mark`)
  return inBox(shapes)
}

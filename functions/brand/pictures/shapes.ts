import { Parser } from 'htmlparser2'
import SVGPathCommander from 'svg-path-commander'
import { outlined } from './draw.ts'

/** What an SVG draws. */
export interface Shapes {
  /** What is seen of the plane, as SVG writes it. */
  viewBox: string
  /** Each filled path, in the units of the drawing. */
  paths: string[]
  /** Every colour or gradient of the paths. */
  colours: Set<string>
  /** Whether a line is drawn that is no filled shape. */
  hasLines: boolean
  /** The drawing with nothing but paths, as it is compared. */
  svg: string
}

type Matrix = readonly [number, number, number, number, number, number]
const UNCHANGED: Matrix = [1, 0, 0, 1, 0, 0]

function within([a, b, c, d, e, f]: Matrix, transform: string | undefined): Matrix {
  if (transform === undefined) return [a, b, c, d, e, f]
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = (/\(([^)]*)\)/.exec(transform)?.[1] ?? '').split(' ').map(Number)
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** A path of resvg has absolute commands with pairs of numbers only. */
const moved = (path: string, [a, b, c, d, e, f]: Matrix): string =>
  path.replace(/(-?[\d.]+(?:e-?\d+)?) (-?[\d.]+(?:e-?\d+)?)/g, (_, first: string, second: string) => {
    const [x, y] = [Number(first), Number(second)]
    return `${(a * x + c * y + e).toFixed(4)} ${(b * x + d * y + f).toFixed(4)}`
  })

type Points = { x: number; y: number }[]

/** Corners of a closed path, curves as many short lines. */
const cornersOf = (path: string): Points => {
  const line = new SVGPathCommander(path)
  const length = line.getTotalLength()
  return Array.from({ length: 48 }, (_, index) => line.getPointAtLength((length * index) / 48))
}

function isInside({ x, y }: { x: number; y: number }, corners: Points): boolean {
  return corners.reduce((inside, from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from
    const crosses = from.y > y !== to.y > y && x < ((to.x - from.x) * (y - from.y)) / (to.y - from.y) + from.x
    return crosses ? !inside : inside
  }, false)
}

const turned = (path: string) => new SVGPathCommander(path).reverse().toString()
const isClockwise = (path: string) => SVGPathCommander.getPathArea(path) > 0

/**
 * The same shape where everything is filled that a line surrounds, whatever direction it has (`nonzero`), and so that it may stand in
 * one path with others: outlines are clockwise, holes are not.
 * @param isEvenOdd whether a hole is a hole by being in an outline, not by its direction
 */
function directed(path: string, isEvenOdd: boolean): string {
  const parts = SVGPathCommander.splitPath(new SVGPathCommander(path).segments).map((part) =>
    SVGPathCommander.pathToString(part),
  )
  if (!isEvenOdd) {
    const [largest = path] = parts.toSorted(
      (one, other) => Math.abs(SVGPathCommander.getPathArea(other)) - Math.abs(SVGPathCommander.getPathArea(one)),
    )
    return isClockwise(largest) ? path : parts.map(turned).join('')
  }
  const corners = parts.map(cornersOf)
  return parts
    .map((part, index) => {
      const [first] = corners[index] ?? []
      const depth = corners.filter((others, at) => at !== index && first && isInside(first, others)).length
      return isClockwise(part) === (depth % 2 === 0) ? part : turned(part)
    })
    .join('')
}

/** Reads what an SVG draws, with the letters of Pretendard as paths. @throws Error where it is no SVG */
export function shapesOf(svg: string): Shapes {
  const simple = outlined(svg)
  const shapes: Shapes = { viewBox: '', paths: [], colours: new Set(), hasLines: false, svg: simple }
  const groups: Matrix[] = [UNCHANGED]
  let defined = 0
  const parser = new Parser(
    {
      onopentag(name, { d, fill, stroke, transform, viewBox, ...rest }) {
        const matrix = within(groups.at(-1) ?? UNCHANGED, transform)
        groups.push(matrix)
        if (name === 'defs') defined++
        if (name === 'svg' && viewBox !== undefined) shapes.viewBox = viewBox
        if (name !== 'path' || defined > 0 || d === undefined) return
        if (stroke !== undefined && stroke !== 'none') shapes.hasLines = true
        if (fill === undefined || fill === 'none') return
        shapes.colours.add(fill)
        shapes.paths.push(directed(moved(d, matrix), rest['fill-rule'] === 'evenodd'))
      },
      onclosetag(name) {
        groups.pop()
        if (name === 'defs') defined--
      },
    },
    { xmlMode: true },
  )
  parser.end(simple)
  return shapes
}

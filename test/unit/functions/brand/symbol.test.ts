import { describe, expect, test } from 'vitest'
import { opacities } from '../../../../functions/brand/pictures/draw'
import { LogoError, symbolOfLogo, symbolOfWordmark } from '../../../../functions/brand/pictures/symbol'
import { registry } from '../../../../functions/brand/registry'
import { brandSchema } from '../../../../functions/brand/schema'
import { checkLogo } from '../../../../functions/cli/brand/entry-checks'

/* The symbol that `npm run brand -- new` makes of a partner's file, or of its word mark. */
const svg = (body: string, viewBox = '0 0 32 32') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${viewBox}">${body}</svg>`
const drawn = (symbol: string) => opacities(svg(`<path d="${symbol}"/>`), 64)
/** Share of the pixels that two drawings do not have in common. */
const difference = (one: Uint8Array, other: Uint8Array) =>
  one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) /
  one.reduce((sum, value) => sum + value, 0)

/** Drawings that fill the symbol's box from 2 to 30, so that the symbol has to look like them. */
const LOGOS: Record<string, string> = {
  'shapes with the attributes and styles of groups': svg(
    '<style>.a{fill:#0b7a5b}</style><g class="a" transform="translate(2 2)"><rect width="28" height="12" rx="3"/><circle cx="14" cy="21" r="7"/></g>',
  ),
  'a hole by its place': svg('<path fill-rule="evenodd" d="M2 2h28v28H2zM9 9h14v14H9z"/>'),
  'a hole in a hole': svg('<path fill-rule="evenodd" d="M2 2h28v28H2zM7 7h18v18H7zM12 12h8v8h-8z"/>'),
  'a hole by its direction, drawn the other way round': svg('<path d="M2 2v28h28V2zM9 9h14v14H9z"/>'),
  'two shapes of opposite directions, one over the other': svg('<path d="M2 2h20v20H2z"/><path d="M10 10v20h20V10z"/>'),
  'parts that are used twice': svg(
    '<defs><path id="p" d="M2 2h12v28H2z"/></defs><use href="#p"/><use xlink:href="#p" x="16"/>',
  ),
  'another view box': svg('<path d="M104 54h56v56h-56z"/>', '100 50 64 64'),
  'a clip of the whole page, as Figma writes it': svg(
    '<defs><clipPath id="c"><path fill="#fff" d="M0 0h32v32H0z"/></clipPath></defs><g clip-path="url(#c)"><path d="M2 2h28L16 30z"/></g>',
  ),
}

describe('the symbol of a logo', () => {
  test.each(Object.entries(LOGOS))('looks like %s', (_, logo) => {
    const symbol = symbolOfLogo(logo)
    expect(difference(opacities(logo, 64), drawn(symbol))).toBeLessThan(0.02)
  })

  test('is in the middle of its box, whatever the size and place of the drawing, and has no problem in the report', () => {
    const symbol = symbolOfLogo(svg('<path d="M500 300h400v100H500z"/>', '0 0 1000 1000'))
    const entry = { ...registry.default, symbol }
    expect(brandSchema.safeParse(entry).success).toBe(true)
    expect(checkLogo(entry)).toMatchObject({
      problems: [],
      lines: [expect.anything(), expect.stringContaining('from 2,12.5 to 30,19.5'), expect.anything()],
    })
  })

  test.each<[string, string, string]>([
    ['a script', svg('<script>alert(1)</script><path d="M2 2h9v9z"/>'), 'it has a script'],
    ['a handler', svg('<path onload="alert(1)" d="M2 2h9v9z"/>'), 'it has a script in onload'],
    ['a page', svg('<foreignObject><p/></foreignObject>'), 'foreignObject'],
    ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<path d="M2 2h9v9z"/>')}`, 'it declares entities'],
    ['a link to a file', svg('<use href="file:///etc/passwd#a"/>'), 'refers to another file or page in href'],
    [
      'a fetched style',
      svg('<style>@import url(http://x.test/a.css)</style><path d="M2 2h9v9z"/>'),
      'style sheet refers',
    ],
    ['a fetched fill', svg('<path fill="url(http://x.test/a.svg#b)" d="M2 2h9v9z"/>'), 'in fill'],
    ['a photograph', svg('<image href="data:image/png;base64,iVBORw0KGgo="/>'), 'it has a picture of pixels'],
    ['letters', svg('<text>A</text>'), 'Convert text to outlines'],
    ['a line', svg('<path fill="none" stroke="#000" d="M2 2h28"/>'), 'Convert strokes to outlines'],
    [
      'two colours',
      svg('<path fill="#f00" d="M2 2h9v9z"/><path fill="#00f" d="M9 9h9v9z"/>'),
      'it has 2 colours (#ff0000, #0000ff)',
    ],
    ['half transparency', svg('<path opacity=".4" d="M2 2h28v28z"/>'), 'as one path it looks otherwise'],
    [
      'a mask',
      svg('<clipPath id="c"><path d="M0 0h9v32H0z"/></clipPath><path clip-path="url(#c)" d="M2 2h28v28z"/>'),
      'as one path it looks otherwise',
    ],
    ['nothing', svg(''), 'it draws nothing'],
    ['something else', '%PDF-1.7', 'it is no SVG'],
    [
      'a drawing of a thousand corners',
      svg(
        `<path d="M2 2${Array.from({ length: 1200 }, (_, index) => `L${2 + (index % 28)}.${index % 97} ${2 + ((index * 7) % 28)}`).join('')}z"/>`,
      ),
      'Simplify its paths',
    ],
  ])('is refused of a file with %s, with what to do', (_, logo, words) => {
    expect(() => symbolOfLogo(logo)).toThrow(LogoError)
    expect(() => symbolOfLogo(logo)).toThrow(words)
    expect(() => symbolOfLogo(logo)).toThrow(/Export|Ask|Convert|Merge|Simplify/)
  })
})

describe('the symbol of a word mark', () => {
  test.each(['HANEUL', '한빛', 'Öko', '8fold', 'i'])('is the first letter of %s', (wordmark) => {
    const symbol = symbolOfWordmark(wordmark)
    expect(checkLogo({ ...registry.default, symbol }).problems).toEqual([])
    expect(drawn(symbol).some((value) => value > 0)).toBe(true)
    expect(symbolOfWordmark([...wordmark][0] ?? '')).toBe(symbol)
  })

  test.each(['', '😀', '\u{10ffff}'])('is refused for "%s", which the font does not have', (wordmark) => {
    expect(() => symbolOfWordmark(wordmark)).toThrow('Give a logo, or another word mark')
  })
})

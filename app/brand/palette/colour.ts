import { clampChroma, converter, displayable, formatHex, interpolate, parse, wcagContrast, type Oklch } from 'culori'

/** A colour as the site writes it: `#rrggbb` in lower case. All contrasts are those of these 8-bit values. */
export type Hex = string

const toOklch = converter('oklch')
const toRgb = converter('rgb')

/** A colour in OKLCH: lightness from 0 to 1, chroma, hue in degrees (0 where it is a grey). */
export interface Lch {
  l: number
  c: number
  h: number
}

export function lchOf(hex: Hex): Lch {
  const colour = toOklch(hex)
  if (!colour) throw new TypeError(`${hex} is no colour`)
  return { l: colour.l, c: colour.c, h: colour.h ?? 0 }
}

/** The colour on the screen, its chroma taken back as far as sRGB reaches. */
export function hexOf({ l, c, h }: Lch): Hex {
  const colour: Oklch = { mode: 'oklch', l: Math.min(1, Math.max(0, l)), c: Math.max(0, c), h }
  return formatHex(clampChroma(colour, 'oklch', 'rgb'))
}

/** So much of the second colour in the first, as `color-mix(in oklab, …)` has it. */
export const mixed = (first: Hex, second: Hex, share: number): Hex =>
  formatHex(interpolate([first, second], 'oklab')(share))

/** What the eye sees where a colour of an opacity lies on another: blended in sRGB, as the browser does it. */
export const laidOn = (ground: Hex, colour: Hex, opacity: number): Hex =>
  formatHex(interpolate([ground, colour], 'rgb')(opacity))

/** Contrast ratio of WCAG 2.2, from 1 to 21. */
export const contrast = (one: Hex, other: Hex): number => wcagContrast(one, other)

/** What can be wrong with a colour that an operator wrote, or the colour as the site writes it. */
export type ReadColour = { hex: Hex } | { fault: string }

/**
 * Reads any notation of CSS, so that a style guide can be copied from.
 * A colour which sRGB cannot show, or which shows what lies behind it, is a fault with a sentence.
 */
export function readColour(text: string): ReadColour {
  const colour = parse(text)
  if (!colour) return { fault: `"${text}" is not a colour; write it like "#1f5eff"` }
  if ((colour.alpha ?? 1) < 1)
    return {
      fault: `"${text}" is transparent; write the opaque colour, such as "${formatHex({ ...colour, alpha: 1 })}"`,
    }
  // Rounding in a style guide must not push a colour over the edge.
  const { r, g, b } = toRgb(colour)
  const inside = displayable(colour) || [r, g, b].every((value) => value > -0.002 && value < 1.002)
  if (!inside)
    return {
      fault: `"${text}" lies outside sRGB, so most screens cannot show it; "${formatHex(clampChroma(colour, 'oklch', 'rgb'))}" is the nearest that they can`,
    }
  return { hex: formatHex(colour) }
}

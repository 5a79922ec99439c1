import { clampChroma, converter, displayable, formatHex, interpolate, parse, wcagContrast, type Oklch } from 'culori'

/** `#rrggbb` in lower case. Contrast is measured on these 8-bit values. */
export type Hex = string

const toOklch = converter('oklch')
const toRgb = converter('rgb')

/** OKLCH: lightness from 0 to 1, chroma, hue in degrees (0 for greys). */
export interface Lch {
  l: number
  c: number
  h: number
}

export function lchOf(hex: Hex): Lch {
  const colour = toOklch(hex)
  if (!colour) throw new TypeError(`${hex} is not a colour`)
  return { l: colour.l, c: colour.c, h: colour.h ?? 0 }
}

/** The nearest sRGB colour, with reduced chroma where necessary. */
export function hexOf({ l, c, h }: Lch): Hex {
  const colour: Oklch = { mode: 'oklch', l: Math.min(1, Math.max(0, l)), c: Math.max(0, c), h }
  return formatHex(clampChroma(colour, 'oklch', 'rgb'))
}

/** The first colour with a share (0 to 1) of the second, as `color-mix(in oklab, …)`. */
export const mix = (first: Hex, second: Hex, share: number): Hex =>
  formatHex(interpolate([first, second], 'oklab')(share))

/** The result of a half-transparent colour on a background. Browsers blend in sRGB. */
export const blend = (ground: Hex, colour: Hex, opacity: number): Hex =>
  formatHex(interpolate([ground, colour], 'rgb')(opacity))

/** WCAG 2.2 contrast ratio, from 1 to 21. */
export const contrast = (one: Hex, other: Hex): number => wcagContrast(one, other)

/** Parses a CSS colour in any notation. The fault of an invalid, transparent or non-sRGB colour is a sentence. */
export function readColour(text: string): { hex: Hex } | { fault: string } {
  const colour = parse(text)
  if (!colour) return { fault: `"${text}" is not a colour; write it like "#1f5eff"` }
  if ((colour.alpha ?? 1) < 1)
    return {
      fault: `"${text}" is transparent; write the opaque colour, such as "${formatHex({ ...colour, alpha: 1 })}"`,
    }
  // Style guides round their values, so accept a small excess.
  const { r, g, b } = toRgb(colour)
  const inside = displayable(colour) || [r, g, b].every((value) => value > -0.002 && value < 1.002)
  if (!inside)
    return {
      fault: `"${text}" lies outside sRGB, so most screens cannot show it; "${formatHex(clampChroma(colour, 'oklch', 'rgb'))}" is the nearest that they can`,
    }
  return { hex: formatHex(colour) }
}

import { laidOn, mixed, type Hex } from './colour.ts'

/** The colours that follow from a brand's seed, by the names under which the pages know them (`--color-…`). */
export const ROLES = [
  'primary',
  'primary-strong',
  'primary-active',
  'primary-soft',
  'primary-soft-active',
  'primary-line',
  'primary-bright',
  'on-primary-line',
  'secondary',
  'secondary-strong',
  'on-secondary-muted',
] as const
export type Role = (typeof ROLES)[number]
export type Palette = Record<Role, Hex>

/** The colours of app/ui/tokens.css that every brand shares and that stand beside the brand's own; a test holds the two together. */
export const NEUTRALS = {
  text: '#15182a',
  'text-muted': '#565d74',
  surface: '#ffffff',
  'surface-soft': '#f5f6fa',
  'surface-sunken': '#eceef5',
  'on-primary': '#ffffff',
  'on-secondary': '#ffffff',
} as const satisfies Record<string, Hex>
export type Neutral = keyof typeof NEUTRALS

/** Grounds that are made of several colours of the palette where a page is drawn. */
export const BLENDS = {
  /** Where the hero's ground is between its two colours (hero.module.css). */
  'hero middle': ({ primary, secondary }: Palette) => mixed(secondary, primary, 0.58),
  /** A half-transparent card at the lightest place of the hero (flow-figure.module.css). */
  'hero card': ({ primary, secondary }: Palette) => laidOn(primary, secondary, 0.8),
} as const satisfies Record<string, (palette: Palette) => Hex>
export type Blend = keyof typeof BLENDS

export type ColourName = Role | Neutral | Blend

/** The colour behind a name. */
export function colourNamed(name: ColourName, palette: Palette): Hex {
  if (name in NEUTRALS) return NEUTRALS[name as Neutral]
  if (name in BLENDS) return BLENDS[name as Blend](palette)
  return palette[name as Role]
}

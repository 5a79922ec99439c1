import type { Hex } from './colour.ts'

/** The colours made from a brand's seed. Pages use them as `--color-{role}`. */
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

/** Colours of app/ui/tokens.css that every brand shares; a test compares the two. */
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

/** The palette as a CSS rule: `--color-primary` and the other roles. */
export function paletteCss(palette: Palette): string {
  return `:root{${ROLES.map((role) => `--color-${role}:${palette[role]}`).join(';')}}`
}

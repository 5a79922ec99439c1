import { ROLES, type Palette } from './palette/roles.ts'

/** A brand's colours as the one CSS rule by which its pages differ from another brand's: `--color-primary` and the others of `ROLES`. */
export function paletteCss(palette: Palette): string {
  return `:root{${ROLES.map((role) => `--color-${role}:${palette[role]}`).join(';')}}`
}

import type { PageBrand } from './schema'

/** The brand's custom properties, as one CSS rule for the page's head. */
export function brandCss({ colours }: Pick<PageBrand, 'colours'>): string {
  return `:root{--brand-primary:${colours.primary};--brand-secondary:${colours.secondary}}`
}

/* Modules that have no file: plugins of app.config.ts make them, in every build and in the tests. */

declare module 'virtual:admin-scripts' {
  /** Address of the script of the editor (admin-scripts.ts). */
  export const ADMIN_EDITOR: string
}

declare module 'virtual:admin-styles' {
  /** Address of the style sheet of every page of the admin (admin-styles.ts). */
  export const ADMIN_STYLES: string
}

declare module 'virtual:brand-colours' {
  /** Each brand's colours, by its id (brands.ts). */
  export const COLOURS: Record<string, import('../../functions/brand/check-and-colour.ts').BrandColours>
}

declare module 'virtual:brand-pictures' {
  /** Paths of sharing pictures and icons on the site, by brand id and name (brands.ts). */
  export const PICTURES: Record<string, Record<string, string>>
}

declare module 'virtual:legal-periods' {
  /** Months for which a brand keeps processed inquiries, by its id and the version of the policy (legal-documents.ts). */
  export const PERIODS: Record<string, Record<string, number>>
}

declare module 'virtual:interface-glyphs' {
  /** Every character of the interface font, by language (interface-fonts.ts). */
  export const GLYPHS: Record<import('../../functions/contract/languages.ts').Locale, string>
}

declare module 'virtual:interface-fonts' {
  /** Address of each language's interface font (interface-fonts.ts). */
  export const INTERFACE_FONT: Record<import('../../functions/contract/languages.ts').Locale, string>
}

declare module '*?script' {
  /** The text of an inline script (inline-scripts.ts). */
  const text: string
  export default text
}

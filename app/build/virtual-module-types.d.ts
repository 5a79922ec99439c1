/* Modules that have no file: plugins of app.config.ts make them, in every build and in the tests. */

declare module 'virtual:admin-assets' {
  /** Addresses of files of the admin (admin-assets.ts): the style sheet of every page. */
  export const ADMIN_STYLES: string
  /** The script of the editor. */
  export const ADMIN_EDITOR: string
  /** The script of the lists of inquiries. */
  export const ADMIN_ARRIVALS: string
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

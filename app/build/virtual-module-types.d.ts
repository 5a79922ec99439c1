/* Modules that have no file: plugins of app.config.ts make them, in every build and in the tests. */

declare module 'virtual:brands' {
  /** The brand registry, checked and with its colours (app/brand/brand-plugin.ts). */
  export const REGISTRY: import('../brand/schema.ts').Registry
}

declare module 'virtual:brand-pictures' {
  /** Paths of sharing pictures and icons on the site, by brand id and name (app/brand/brand-plugin.ts). */
  export const PICTURES: Record<string, Record<string, string>>
}

declare module 'virtual:interface-glyphs' {
  /** Every character of the interface font, by language (app/ui/fonts/subset-plugin.ts). */
  export const GLYPHS: Record<'ko' | 'en', string>
}

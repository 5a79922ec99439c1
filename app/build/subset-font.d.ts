declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2' | 'woff' | 'sfnt'
    /** Layout features to keep; all by default. */
    keepFeatures?: string[]
    /** Tables to leave out. */
    dropTables?: string[]
    /** Narrows an axis of a variable font or pins it to one value. */
    variationAxes?: Record<string, number | { min: number; max: number; default?: number }>
  }
  /** The font with only the glyphs of `text`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}

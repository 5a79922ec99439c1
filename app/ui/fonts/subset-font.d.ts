declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2' | 'woff' | 'sfnt'
    /** Layout features that stay; left out, all. */
    keepFeatures?: string[]
    /** Narrows an axis of a variable font, or pins it to one value. */
    variationAxes?: Record<string, number | { min: number; max: number; default?: number }>
  }
  /** Gives the font with only the glyphs of `text`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}

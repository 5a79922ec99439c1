import { glob, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { cachedFile, type CachedFile } from './cached-file.ts'
import { virtualModules } from './virtual-modules.ts'

const APP = join(import.meta.dirname, '..')
const SOURCE = createRequire(import.meta.url).resolve('pretendard/dist/web/variable/woff2/PretendardVariable.woff2')

/** Printable ASCII, and other characters of interface texts, dates and counters. */
const ALWAYS =
  String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index)) + '–—‘’“”…·•→←↑↓✓×°₂₃±≤≥「」©'

/** OpenType features that the interface uses; the glyphs of all others are a fifth of the font. */
const FEATURES = ['kern', 'tnum']

/** Files whose characters the font has. Includes the legal documents, whose slices would be four times as large. */
const TEXTS = {
  ko: ['i18n/ko/*.json', '../functions/brand/registry.ts', 'features/legal/documents/*/*.ko.md'],
  en: ['i18n/en/*.json', 'features/legal/documents/*/*.en.md'],
} as const

async function glyphs(patterns: readonly string[]): Promise<string> {
  const found = new Set(ALWAYS)
  for await (const file of glob([...patterns], { cwd: APP })) {
    for (const character of await readFile(join(APP, file), 'utf8')) if (character >= ' ') found.add(character)
  }
  // The language selector names both languages on every page, a Korean form its visitor's country.
  for (const character of '한국어대한민국') found.add(character)
  return [...found].sort().join('')
}

const subset = async (text: string) =>
  subsetFont(await readFile(SOURCE), text, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: { min: 400, max: 800, default: 400 } },
  })

/**
 * Subsets Pretendard to the interface's characters, one variable font per language (weights 400 to 800): about 40 KB
 * instead of 200 on first view. Texts from the board use Pretendard's dynamic subset instead.
 * Code names them `interface-fonts/interface-ko.woff2` and `…-en.woff2`, an alias of the folder in which builds keep them.
 */
export function interfaceFonts(): Plugin {
  const texts: Record<string, string> = {}
  let fonts: CachedFile[] = []
  return {
    name: 'interface-fonts',
    ...virtualModules({ 'virtual:interface-glyphs': () => ({ GLYPHS: texts }) }),
    async config() {
      for (const [locale, patterns] of Object.entries(TEXTS)) texts[locale] = await glyphs(patterns)
      // One source for both languages, so that they lie in one folder.
      const source = JSON.stringify([texts, SOURCE, FEATURES])
      fonts = Object.entries(texts).map(([locale, text]) =>
        cachedFile(`interface-${locale}.woff2`, source, () => subset(text)),
      )
      return { resolve: { alias: { 'interface-fonts': dirname(fonts[0]?.path ?? '') } } }
    },
    async buildStart() {
      await Promise.all(fonts.map((font) => font.provide()))
    },
  }
}

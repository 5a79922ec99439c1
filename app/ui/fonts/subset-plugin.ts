import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const FOLDER = import.meta.dirname
const APP = join(FOLDER, '../..')
const SOURCE = createRequire(import.meta.url).resolve('pretendard/dist/web/variable/woff2/PretendardVariable.woff2')

/** Printable ASCII, and other characters of interface texts, dates and counters. */
const ALWAYS =
  String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index)) + '–—‘’“”…·•→←↑↓✓×°₂₃±≤≥「」©'

/** OpenType features that the interface uses; the glyphs of all others are a fifth of the font. */
const FEATURES = ['kern', 'tnum']

/** Files whose characters the font has. Includes the legal documents, whose slices would be four times as large. */
const TEXTS = {
  ko: ['i18n/ko/*.json', 'brand/registry.server.ts', 'features/legal/documents/*/*.ko.md'],
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

/**
 * Subsets Pretendard to the interface's characters, one variable font per language (weights 400 to 800): about 40 KB
 * instead of 200 on first view. Texts from the board use Pretendard's dynamic subset instead.
 * Writes `interface-{ko,en}.gen.woff2` if the characters have changed, and the characters into `glyphs.gen.ts`.
 */
export function interfaceFonts(): Plugin {
  return {
    name: 'interface-fonts',
    async config() {
      const all: Record<string, string> = {}
      for (const [locale, patterns] of Object.entries(TEXTS)) {
        const text = await glyphs(patterns)
        all[locale] = text
        const hash = createHash('sha256').update(text).update(SOURCE).update(String(FEATURES)).digest('hex')
        const font = join(FOLDER, `interface-${locale}.gen.woff2`)
        const stamp = join(FOLDER, `interface-${locale}.gen.txt`)
        if (existsSync(font) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) continue
        const subset = await subsetFont(await readFile(SOURCE), text, {
          targetFormat: 'woff2',
          keepFeatures: FEATURES,
          variationAxes: { wght: { min: 400, max: 800, default: 400 } },
        })
        await writeFile(font, subset)
        await writeFile(stamp, hash)
      }
      await writeFile(
        join(FOLDER, 'glyphs.gen.ts'),
        `export const GLYPHS = ${JSON.stringify({ ko: '', en: '', ...all }, null, 2)}\n`,
      )
    },
  }
}

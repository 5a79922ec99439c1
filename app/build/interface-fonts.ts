import { glob, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import {
  FALLBACK_LOCALE,
  LANGUAGE_NAMES,
  LANGUAGES,
  languagesFrom,
  LOCALES,
  type Locale,
} from '../../functions/contract/languages.ts'
import { cachedFile, type CachedFile } from './cached-file.ts'
import { koreanSlices } from './korean-slices.ts'
import { virtualModules } from './virtual-modules.ts'

const APP = join(import.meta.dirname, '..')
const SOURCE = createRequire(import.meta.url).resolve('pretendard/dist/public/variable/PretendardVariable.ttf')

/** Printable ASCII, and other characters of interface texts, dates and counters. */
const ALWAYS =
  String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index)) + '–—‘’“”…·•→←↑↓✓×°₂₃±≤≥「」©'

/** OpenType features that the interface uses; the glyphs of all others are a fifth of the font. */
const FEATURES = ['kern', 'tnum']
/** Tables that Hangul does not need: half a kilobyte of each slice. */
const UNUSED_BY_HANGUL = ['GDEF', 'GPOS', 'GSUB', 'STAT']

/** Files whose characters the font has. Includes the legal documents, whose slices would be four times as large. */
const textsOf = (locale: Locale) => [
  `i18n/${locale}/*.json`,
  `features/legal/documents/*/*.${locale}.md`,
  // Names in Latin letters have no others.
  ...(LANGUAGES[locale].script ? ['../functions/brand/registry.ts'] : []),
]

/** Languages that are written in Korean letters. */
const KOREAN = LOCALES.filter((locale) => LANGUAGES[locale].script === 'Hangul')
/** Texts whose Korean letters stand together in slices. */
const ENTRIES = KOREAN.map((locale) => `../functions/database/first-content/*/*.${locale}.md`)

async function glyphs(patterns: readonly string[]): Promise<string> {
  const found = new Set(ALWAYS)
  for await (const file of glob([...patterns], { cwd: APP })) {
    for (const character of await readFile(join(APP, file), 'utf8')) if (character >= ' ') found.add(character)
  }
  // The language selector names each language on every page, a Korean form its visitor's country.
  const names = LOCALES.map((locale) => LANGUAGE_NAMES[locale]).join('')
  for (const character of `${names}대한민국`) found.add(character)
  return [...found].sort().join('')
}

const fileOf = (locale: Locale) => `interface-${locale}.woff2`

/** A family for each language; the first rule is for pages whose language has none. */
const STYLES = languagesFrom(FALLBACK_LOCALE)
  .map(
    (locale) => `@font-face {
  font-family: 'Interface ${locale}';
  font-style: normal;
  font-weight: 400 800;
  font-display: optional;
  src: url('./${fileOf(locale)}') format('woff2');
}
:root${locale === FALLBACK_LOCALE ? '' : `:lang(${locale})`} {
  --font-sans: 'Interface ${locale}', 'Pretendard Variable', var(--font-system);
}`,
  )
  .join('\n')

/** A module with the address of each font. */
const ADDRESSES = [
  ...LOCALES.map((locale, index) => `import font${index} from 'interface-fonts/${fileOf(locale)}?url'`),
  `export const INTERFACE_FONT = { ${LOCALES.map((locale, index) => `${JSON.stringify(locale)}: font${index}`).join(', ')} }`,
].join('\n')

const subset = async (text: string, dropTables: string[] = []) =>
  subsetFont(await readFile(SOURCE), text, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    dropTables,
    variationAxes: { wght: { min: 400, max: 800, default: 400 } },
  })

const sliceFile = (letters: string) =>
  cachedFile('korean.woff2', JSON.stringify([letters, SOURCE, UNUSED_BY_HANGUL]), () =>
    subset(letters, UNUSED_BY_HANGUL),
  )

/**
 * The rule of a slice, for a style sheet in the folder beside its own. Family and weight are those of Pretendard's own slices, because
 * browsers put only such rules together.
 */
const ruleOf = (letters: string, { path }: CachedFile) => `@font-face {
  font-family: 'Pretendard Variable';
  font-style: normal;
  font-display: swap;
  font-weight: 45 920;
  src: url('../${basename(dirname(path))}/${basename(path)}?no-inline') format('woff2');
  unicode-range: ${[...letters].map((letter) => `U+${letter.charCodeAt(0).toString(16)}`).join(', ')};
}
`

/** The characters of each interface font, and the Korean texts that decide the slices. */
export async function fontTexts(): Promise<{ texts: Record<string, string>; entries: string[] }> {
  const texts: Record<string, string> = {}
  for (const locale of LOCALES) texts[locale] = await glyphs(textsOf(locale))
  const entries: string[] = []
  for await (const file of glob(ENTRIES, { cwd: APP })) entries.push(await readFile(join(APP, file), 'utf8'))
  return { texts, entries: entries.sort() }
}

/**
 * Subsets Pretendard to the interface's characters, one variable font per language (weights 400 to 800): about 40 KB
 * instead of 200 on first view. Other Korean letters, of texts of the board, are in slices (decision 033).
 * `interface-fonts` is an alias of the folder in which builds keep the fonts, and `korean-slices.css` with the rules of the slices.
 */
export function interfaceFonts(): Plugin {
  const glyphsOf: Record<string, string> = {}
  let files: CachedFile[] = []
  return {
    name: 'interface-fonts',
    ...virtualModules({
      'virtual:interface-glyphs': () => ({ GLYPHS: glyphsOf }),
      'virtual:interface-fonts': ADDRESSES,
    }),
    async config() {
      const { texts, entries } = await fontTexts()
      Object.assign(glyphsOf, texts)
      const interfaceLetters = KOREAN.map((locale) => texts[locale] ?? '').join('')
      const slices = koreanSlices(interfaceLetters, entries).map((letters) => ({ letters, file: sliceFile(letters) }))
      const rules = slices.map(({ letters, file }) => ruleOf(letters, file)).join('')
      // One source for all languages and style sheets, so that they lie in one folder.
      const source = JSON.stringify([texts, SOURCE, FEATURES, STYLES, rules])
      const sheet = cachedFile('interface.css', source, () => Buffer.from(STYLES))
      files = [
        ...LOCALES.map((locale) => cachedFile(fileOf(locale), source, () => subset(texts[locale] ?? ''))),
        sheet,
        cachedFile('korean-slices.css', source, () => Buffer.from(rules)),
        ...slices.map(({ file }) => file),
      ]
      return { resolve: { alias: { 'interface-fonts': dirname(sheet.path) } } }
    },
    async buildStart() {
      await Promise.all(files.map((file) => file.provide()))
    },
  }
}

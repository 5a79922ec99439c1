import { glob, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { FALLBACK_LOCALE, LANGUAGES, languagesFrom, LOCALES, type Locale } from '../../functions/contract/locale.ts'
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
const textsOf = (locale: Locale) => [
  `i18n/${locale}/*.json`,
  `features/legal/documents/*/*.${locale}.md`,
  // Names in Latin letters have no others.
  ...(LANGUAGES[locale].script ? ['../functions/brand/registry.ts'] : []),
]

async function glyphs(patterns: readonly string[]): Promise<string> {
  const found = new Set(ALWAYS)
  for await (const file of glob([...patterns], { cwd: APP })) {
    for (const character of await readFile(join(APP, file), 'utf8')) if (character >= ' ') found.add(character)
  }
  // The language selector names each language on every page, a Korean form its visitor's country.
  for (const character of '한국어대한민국') found.add(character)
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

const subset = async (text: string) =>
  subsetFont(await readFile(SOURCE), text, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: { min: 400, max: 800, default: 400 } },
  })

/**
 * Subsets Pretendard to the interface's characters, one variable font per language (weights 400 to 800): about 40 KB
 * instead of 200 on first view. Texts from the board use Pretendard's dynamic subset instead.
 * `interface-fonts` is an alias of the folder in which builds keep them.
 */
export function interfaceFonts(): Plugin {
  const texts: Record<string, string> = {}
  let fonts: CachedFile[] = []
  return {
    name: 'interface-fonts',
    ...virtualModules({ 'virtual:interface-glyphs': () => ({ GLYPHS: texts }), 'virtual:interface-fonts': ADDRESSES }),
    async config() {
      for (const locale of LOCALES) texts[locale] = await glyphs(textsOf(locale))
      // One source for all languages, so that they lie in one folder.
      const source = JSON.stringify([texts, SOURCE, FEATURES, STYLES])
      fonts = [
        ...LOCALES.map((locale) => cachedFile(fileOf(locale), source, () => subset(texts[locale] ?? ''))),
        cachedFile('interface.css', source, () => Buffer.from(STYLES)),
      ]
      return { resolve: { alias: { 'interface-fonts': dirname(fonts[0]?.path ?? '') } } }
    },
    async buildStart() {
      await Promise.all(fonts.map((font) => font.provide()))
    },
  }
}

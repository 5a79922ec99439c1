import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import en from '../../i18n/en/home.json' with { type: 'json' }
import ko from '../../i18n/ko/home.json' with { type: 'json' }
import { LOCALES, type Locale } from '../../i18n/locale.ts'
import { registry } from '../registry.server.ts'
import { resolveRegistry } from '../resolve.ts'
import type { Brand } from '../schema.ts'
import { cardSvg } from './card.ts'
import { toPng } from './draw.ts'
import { ICO_SIZES, ICON_FILES, iconFileSvg, icoOf, icoSvg, type IconFile } from './icons.ts'

const FOLDER = import.meta.dirname
const STAMP = join(FOLDER, 'pictures.gen.txt')
const TITLES: Record<Locale, { 'title-1': string; 'title-2': string }> = { ko: ko.hero, en: en.hero }

/** A picture to be made: what it is drawn from, and how. */
interface Draft {
  source: string
  draw(): Buffer
}

/** Every picture of a brand, by the key under which the Worker finds it. */
function draftsOf(brand: Brand): Map<string, Draft> {
  const look = { symbol: brand.symbol, ...brand.colours }
  const drawn = (svg: string): Draft => ({ source: svg, draw: () => toPng(svg) })
  const card = (locale: Locale) => {
    const { 'title-1': first, 'title-2': second } = TITLES[locale]
    return cardSvg(
      { wordmark: brand.wordmark, name: brand.name[locale], host: new URL(brand.origin).host, title: [first, second] },
      look,
    )
  }
  const tab = ICO_SIZES.map((size) => ({ size, svg: icoSvg(size, look) }))
  return new Map([
    ...LOCALES.map((locale) => [`card-${locale}.png`, drawn(card(locale))] as const),
    ...Object.keys(ICON_FILES).map((file) => [file, drawn(iconFileSvg(file as IconFile, look))] as const),
    [
      'favicon.ico',
      { source: JSON.stringify(tab), draw: () => icoOf(tab.map(({ size, svg }) => ({ size, png: toPng(svg) }))) },
    ],
  ])
}

/** A picture that is drawn: where the site serves it, and where it lies until then. */
interface Made {
  /** Its path; changes with its content, for it is kept for good. Sharing pictures stand apart, for they may be shown anywhere (public/_headers). */
  path: string
  file: string
}

/** Draws what has changed since the last time. Gives each brand's pictures by their keys. */
async function drawAll(): Promise<Map<string, Map<string, Made>>> {
  const known: Record<string, string> = existsSync(STAMP) ? JSON.parse(await readFile(STAMP, 'utf8')) : {}
  const stamps: Record<string, string> = {}
  const all = new Map<string, Map<string, Made>>()
  const { default: first, partners } = resolveRegistry(registry)
  for (const brand of [first, ...partners]) {
    const made = new Map<string, Made>()
    for (const [key, { source, draw }] of draftsOf(brand)) {
      const [base = '', ending = ''] = key.split('.')
      const file = join(FOLDER, `${brand.id}-${base}.gen.${ending}`)
      const stamp = createHash('sha256').update(source).digest('hex')
      if (known[`${brand.id}/${key}`] !== stamp || !existsSync(file)) await writeFile(file, draw())
      stamps[`${brand.id}/${key}`] = stamp
      const folder = base.startsWith('card') ? 'sharing' : 'assets'
      made.set(key, { path: `${folder}/${brand.id}-${base}-${stamp.slice(0, 10)}.${ending}`, file })
    }
    all.set(brand.id, made)
  }
  await writeFile(STAMP, JSON.stringify(stamps))
  return all
}

/**
 * Draws each brand's sharing pictures and icons from the registry and the catalogues, without a browser, puts them among the
 * site's assets and lists their addresses in `pictures.gen.ts`. What is drawn already is not drawn again.
 */
export function brandPictures(): Plugin {
  let pictures: Made[] = []
  return {
    name: 'brand-pictures',
    async config() {
      const all = await drawAll()
      pictures = [...all.values()].flatMap((made) => [...made.values()])
      const addresses = Object.fromEntries(
        [...all].map(([id, made]) => [id, Object.fromEntries([...made].map(([key, { path }]) => [key, `/${path}`]))]),
      )
      await writeFile(
        join(FOLDER, 'pictures.gen.ts'),
        `export const PICTURES: Record<string, Record<string, string>> = ${JSON.stringify(addresses, null, 2)}\n`,
      )
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const { path, file } of pictures)
        this.emitFile({ type: 'asset', fileName: path, source: await readFile(file) })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const picture = pictures.find(({ path }) => request.url === `/${path}`)
        if (!picture) return next()
        void readFile(picture.file).then(
          (bytes) =>
            response.setHeader('content-type', picture.path.endsWith('.png') ? 'image/png' : 'image/x-icon').end(bytes),
          next,
        )
      })
    },
  }
}

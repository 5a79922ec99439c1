import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import en from '../i18n/en/home.json' with { type: 'json' }
import ko from '../i18n/ko/home.json' with { type: 'json' }
import { LOCALES, type Locale } from '../i18n/locale.ts'
import { cardSvg } from './pictures/card.ts'
import { toPng } from './pictures/draw.ts'
import { iconFileSvg, icoOf, icoSvg, type IconFile } from './pictures/icons.ts'
import { ICO_SIZES, ICON_FILES } from './pictures/sizes.ts'
import { registry } from './registry.server.ts'
import { resolveRegistry } from './resolve.ts'
import type { Brand, Registry } from './schema.ts'

const FOLDER = join(import.meta.dirname, 'pictures')
/** Fingerprints of the pictures drawn by the last build. */
const FINGERPRINTS = join(FOLDER, 'pictures.gen.txt')
const TITLES: Record<Locale, { 'title-1': string; 'title-2': string }> = { ko: ko.hero, en: en.hero }

/** A picture to draw. `source` changes whenever the picture does. */
interface Drawing {
  source: string
  draw(): Buffer
}

/** Every picture of a brand, by the name under which the Worker finds it. */
function drawingsOf(brand: Brand): Record<string, Drawing> {
  const look = { symbol: brand.symbol, ...brand.colours }
  const png = (svg: string): Drawing => ({ source: svg, draw: () => toPng(svg) })
  const card = (locale: Locale) => {
    const title = [TITLES[locale]['title-1'], TITLES[locale]['title-2']]
    const { host } = new URL(brand.origin)
    return png(cardSvg({ wordmark: brand.wordmark, name: brand.name[locale], host, title }, look))
  }
  const favicon = ICO_SIZES.map((size) => ({ size, svg: icoSvg(size, look) }))
  return {
    ...Object.fromEntries(LOCALES.map((locale) => [`card-${locale}.png`, card(locale)])),
    ...Object.fromEntries(Object.keys(ICON_FILES).map((file) => [file, png(iconFileSvg(file as IconFile, look))])),
    'favicon.ico': {
      source: JSON.stringify(favicon),
      draw: () => icoOf(favicon.map(({ size, svg }) => ({ size, png: toPng(svg) }))),
    },
  }
}

interface Picture {
  brandId: string
  name: string
  /** Path on the site. It contains a fingerprint, because assets are cached for good. public/_headers lets every site show `sharing/`. */
  path: string
  /** Where the drawn picture is stored. */
  file: string
}

/** Draws the pictures that have changed since the last build and returns all of them. */
async function drawPictures({ default: first, partners }: Registry): Promise<Picture[]> {
  const known: Record<string, string> = existsSync(FINGERPRINTS) ? JSON.parse(await readFile(FINGERPRINTS, 'utf8')) : {}
  const drawn: Record<string, string> = {}
  const pictures: Picture[] = []
  for (const brand of [first, ...partners]) {
    for (const [name, { source, draw }] of Object.entries(drawingsOf(brand))) {
      const [base = '', extension = ''] = name.split('.')
      const key = `${brand.id}/${name}`
      const file = join(FOLDER, `${brand.id}-${base}.gen.${extension}`)
      const fingerprint = createHash('sha256').update(source).digest('hex')
      if (known[key] !== fingerprint || !existsSync(file)) await writeFile(file, draw())
      drawn[key] = fingerprint
      const folder = base.startsWith('card') ? 'sharing' : 'assets'
      const path = `${folder}/${brand.id}-${base}-${fingerprint.slice(0, 10)}.${extension}`
      pictures.push({ brandId: brand.id, name, path, file })
    }
  }
  await writeFile(FINGERPRINTS, JSON.stringify(drawn))
  return pictures
}

/**
 * Writes the resolved registry to `brands.gen.ts`, draws each brand's sharing pictures and icons, adds them to the site's assets and
 * writes their paths to `pictures/pictures.gen.ts`. A fault in the registry ends the build.
 */
export function brands(): Plugin {
  let pictures: Picture[] = []
  return {
    name: 'brands',
    async config() {
      const resolved = resolveRegistry(registry)
      pictures = await drawPictures(resolved)
      const paths: Record<string, Record<string, string>> = {}
      for (const { brandId, name, path } of pictures) (paths[brandId] ??= {})[name] = `/${path}`
      await writeFile(
        join(import.meta.dirname, 'brands.gen.ts'),
        `import type { Registry } from './schema.ts'\n\nexport const REGISTRY: Registry = ${JSON.stringify(resolved, null, 2)}\n`,
      )
      await writeFile(
        join(FOLDER, 'pictures.gen.ts'),
        `export const PICTURES: Record<string, Record<string, string>> = ${JSON.stringify(paths, null, 2)}\n`,
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
        const type = picture.name.endsWith('.png') ? 'image/png' : 'image/x-icon'
        void readFile(picture.file).then((bytes) => response.setHeader('content-type', type).end(bytes), next)
      })
    },
  }
}

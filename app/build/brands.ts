import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { drawingsOf } from '../../functions/brand/drawings.ts'
import { colouredBrands, type BrandColours, type ColouredBrand } from '../../functions/brand/check-and-colour.ts'
import { registry } from '../../functions/brand/registry.ts'
import { cachedFile, type CachedFile } from './cached-file.ts'
import { virtualModules } from './virtual-modules.ts'

interface Picture {
  brandId: string
  name: string
  /** Path on the site. It contains a fingerprint, because assets are cached for good. public/_headers lets every site show `sharing/`. */
  path: string
  drawn: CachedFile
}

/** All pictures of all brands. None is drawn yet: that takes a second. */
function picturesOf(brands: ColouredBrand[]): Picture[] {
  return brands.flatMap((brand) =>
    Object.entries(drawingsOf(brand)).map(([name, { source, draw }]) => {
      const base = name.replace('.png', '')
      const fingerprint = createHash('sha256').update(source).digest('hex').slice(0, 10)
      const folder = base.startsWith('card') ? 'sharing' : 'assets'
      const path = `${folder}/${brand.id}-${base}-${fingerprint}.png`
      return { brandId: brand.id, name, path, drawn: cachedFile(name, source, draw) }
    }),
  )
}

/** Paths on the site by brand and name. */
function pathsOf(pictures: Picture[]): Record<string, Record<string, string>> {
  const paths: Record<string, Record<string, string>> = {}
  for (const { brandId, name, path } of pictures) (paths[brandId] ??= {})[name] = `/${path}`
  return paths
}

/** Colours by brand id. */
const coloursOf = (brands: ColouredBrand[]): Record<string, BrandColours> =>
  Object.fromEntries(brands.map(({ id, colours, css }) => [id, { colours, css }]))

/** Makes a value at the first call and keeps it. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/**
 * Checks the brand registry, makes its colours and the paths of its pictures modules, and adds each brand's sharing pictures and icon
 * to the site's assets. A fault in the registry ends the build.
 */
export function brands(): Plugin {
  const coloured = once(() => colouredBrands(registry))
  const pictures = once(() => picturesOf(coloured()))
  const bytesOf = async ({ drawn }: Picture) => {
    await drawn.provide()
    return readFile(drawn.path)
  }
  return {
    name: 'brands',
    ...virtualModules({
      'virtual:brand-colours': () => ({ COLOURS: coloursOf(coloured()) }),
      'virtual:brand-pictures': () => ({ PICTURES: pathsOf(pictures()) }),
    }),
    buildStart() {
      coloured()
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const picture of pictures())
        this.emitFile({ type: 'asset', fileName: picture.path, source: await bytesOf(picture) })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const picture = pictures().find(({ path }) => request.url === `/${path}`)
        if (!picture) return next()
        void bytesOf(picture).then((bytes) => response.setHeader('content-type', 'image/png').end(bytes), next)
      })
    },
  }
}

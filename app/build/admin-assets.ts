import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { preprocessCSS, type Plugin, type ResolvedConfig } from 'vite'
import { browserScript } from './browser-script.ts'
import { virtualModules } from './virtual-modules.ts'

const APP = join(import.meta.dirname, '..')

/** What the pages of the admin use of the site's own styles, and their own, whose names are plain, because no other page has them. */
const SHEETS = [
  'ui/tokens.css',
  'ui/base.css',
  'ui/button.module.css',
  'ui/field.module.css',
  'ui/file-input.module.css',
  'ui/notice.module.css',
  'ui/page-heading.module.css',
  'ui/skip-link.module.css',
  'admin/frame/frame.css',
  'admin/frame/parts.css',
  'admin/frame/publishing.css',
  'admin/publishing/editor.css',
]

type Make = (config: ResolvedConfig) => Promise<string>

/** CSS Modules go through Vite, so their classes have the names that components get. */
const styles: Make = async (config) => {
  const sheets = SHEETS.map(async (sheet) => {
    const file = join(APP, sheet)
    return (await preprocessCSS(await readFile(file, 'utf8'), file, config)).code
  })
  return (await Promise.all(sheets)).join('\n')
}

const script =
  (file: string): Make =>
  async () =>
    (await browserScript(join(APP, file))).text

interface Asset {
  /** What `virtual:admin-assets` exports its address as. */
  name: string
  file: string
  type: 'text/css' | 'text/javascript'
  make: Make
}

const ASSETS: Asset[] = [
  { name: 'ADMIN_STYLES', file: 'admin.css', type: 'text/css', make: styles },
  {
    name: 'ADMIN_EDITOR',
    file: 'admin-editor.js',
    type: 'text/javascript',
    make: script('admin/publishing/browser/main.ts'),
  },
  {
    name: 'ADMIN_ARRIVALS',
    file: 'admin-arrivals.js',
    type: 'text/javascript',
    make: script('admin/frame/arrivals-script.ts'),
  },
]

/**
 * Adds the style sheet and the scripts of the admin to the site's assets, each as a file of its own: no page of the site names one, and
 * no script shares a chunk with what visitors load (decision 032). Start leaves a style sheet that only the server imports where no
 * visitor reaches it.
 */
export function adminAssets(): Plugin {
  let config: ResolvedConfig
  const made = new Map<Asset, Promise<string>>()
  const textOf = (asset: Asset) => {
    const text = made.get(asset) ?? asset.make(config)
    made.set(asset, text)
    return text
  }
  /** In a build with a fingerprint, because assets are cached for good. */
  const pathOf = async (asset: Asset) => {
    if (config.command === 'serve') return `assets/${asset.file}`
    const hash = createHash('sha256').update(await textOf(asset))
    return `assets/${asset.file.replace('.', `-${hash.digest('hex').slice(0, 10)}.`)}`
  }
  const addresses = () => Promise.all(ASSETS.map(async (asset) => [asset.name, `/${await pathOf(asset)}`] as const))
  return {
    name: 'admin-assets',
    ...virtualModules({ 'virtual:admin-assets': async () => Object.fromEntries(await addresses()) }),
    configResolved(resolved) {
      config = resolved
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const asset of ASSETS)
        this.emitFile({ type: 'asset', fileName: await pathOf(asset), source: await textOf(asset) })
    },
    configureServer({ middlewares, watcher }) {
      watcher.on('all', () => made.clear())
      middlewares.use((request, response, next) => {
        const asset = ASSETS.find(({ file }) => request.url === `/assets/${file}`)
        if (!asset) return next()
        void textOf(asset).then((text) => response.setHeader('content-type', asset.type).end(text), next)
      })
    },
  }
}

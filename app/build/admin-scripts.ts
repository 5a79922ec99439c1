import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { browserScript } from './browser-script.ts'
import { virtualModules } from './virtual-modules.ts'

const FOLDER = join(import.meta.dirname, '../admin/publishing/browser')
const SCRIPTS = { editor: 'main.ts', order: 'order.ts' } as const
type Script = keyof typeof SCRIPTS
const NAMES = Object.keys(SCRIPTS) as Script[]

/**
 * Adds the scripts of the admin to the site's assets, each as a bundle of its own: no page of the site names them, and they share no
 * chunk with what visitors load (decision 060).
 */
export function adminScripts(): Plugin {
  let config: ResolvedConfig
  const made = new Map<Script, Promise<string>>()
  const script = (name: Script): Promise<string> => {
    const text = made.get(name) ?? browserScript(join(FOLDER, SCRIPTS[name])).then((built) => built.text)
    made.set(name, text)
    return text
  }
  const developmentPath = (name: Script) => `assets/admin-${name}.js`
  // In a build with a fingerprint, because assets are cached for good.
  const path = async (name: Script) =>
    config.command === 'serve'
      ? developmentPath(name)
      : `assets/admin-${name}-${createHash('sha256')
          .update(await script(name))
          .digest('hex')
          .slice(0, 10)}.js`
  return {
    name: 'admin-scripts',
    ...virtualModules({
      'virtual:admin-scripts': async () => ({
        ADMIN_EDITOR: `/${await path('editor')}`,
        ADMIN_ORDER: `/${await path('order')}`,
      }),
    }),
    configResolved(resolved) {
      config = resolved
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const name of NAMES) this.emitFile({ type: 'asset', fileName: await path(name), source: await script(name) })
    },
    configureServer({ middlewares, watcher }) {
      watcher.on('all', () => made.clear())
      middlewares.use((request, response, next) => {
        const name = NAMES.find((each) => request.url === `/${developmentPath(each)}`)
        if (!name) return next()
        void script(name).then((text) => response.setHeader('content-type', 'text/javascript').end(text), next)
      })
    },
  }
}

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { browserScript } from './browser-script.ts'
import { virtualModules } from './virtual-modules.ts'

const ENTRY = join(import.meta.dirname, '../admin/publishing/browser/main.ts')
const DEVELOPMENT_PATH = 'assets/admin-editor.js'

/**
 * Adds the script of the admin to the site's assets as a bundle of its own: no page of the site names it, and it shares no chunk with
 * what visitors load (decision 032).
 */
export function adminScripts(): Plugin {
  let config: ResolvedConfig
  let made: Promise<string> | undefined
  const script = () => (made ??= browserScript(ENTRY).then(({ text }) => text))
  // In a build with a fingerprint, because assets are cached for good.
  const path = async () =>
    config.command === 'serve'
      ? DEVELOPMENT_PATH
      : `assets/admin-editor-${createHash('sha256')
          .update(await script())
          .digest('hex')
          .slice(0, 10)}.js`
  return {
    name: 'admin-scripts',
    ...virtualModules({ 'virtual:admin-scripts': async () => ({ ADMIN_EDITOR: `/${await path()}` }) }),
    configResolved(resolved) {
      config = resolved
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: await path(), source: await script() })
    },
    configureServer({ middlewares, watcher }) {
      watcher.on('all', () => (made = undefined))
      middlewares.use((request, response, next) => {
        if (request.url !== `/${DEVELOPMENT_PATH}`) return next()
        void script().then((text) => response.setHeader('content-type', 'text/javascript').end(text), next)
      })
    },
  }
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { preprocessCSS, type Plugin, type ResolvedConfig } from 'vite'
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
  'admin/frame/frame.css',
  'admin/frame/parts.css',
  'admin/frame/publishing.css',
  'admin/publishing/editor.css',
]

/**
 * Adds the style sheet of the admin to the site's assets, because Start leaves those that only the server imports where no visitor
 * reaches them. CSS Modules go through Vite, so their classes have the names that components get.
 */
export function adminStyles(): Plugin {
  let config: ResolvedConfig
  const styles = async () => {
    const sheets = SHEETS.map(async (sheet) => {
      const file = join(APP, sheet)
      return (await preprocessCSS(await readFile(file, 'utf8'), file, config)).code
    })
    return (await Promise.all(sheets)).join('\n')
  }
  // In a build with a fingerprint, because assets are cached for good.
  const path = async () =>
    config.command === 'serve'
      ? 'assets/admin.css'
      : `assets/admin-${createHash('sha256')
          .update(await styles())
          .digest('hex')
          .slice(0, 10)}.css`
  return {
    name: 'admin-styles',
    ...virtualModules({ 'virtual:admin-styles': async () => ({ ADMIN_STYLES: `/${await path()}` }) }),
    configResolved(resolved) {
      config = resolved
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: await path(), source: await styles() })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url !== '/assets/admin.css') return next()
        void styles().then((text) => response.setHeader('content-type', 'text/css').end(text), next)
      })
    },
  }
}

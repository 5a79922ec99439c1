import type { Plugin } from 'vite'
import { browserScript } from './browser-script.ts'

/** `import text from './language-script?script'` */
const QUERY = '?script'

/**
 * Makes `file?script` the text of an inline script: the file's default function, called, with what it imports, minified. So a script is
 * typed, may use constants of other modules, and is the same text on every page, whose hash is the same too.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith(QUERY)) return null
      const file = await this.resolve(id.slice(0, -QUERY.length), importer)
      // The zero byte keeps other plugins away, as Rollup's documentation of virtual modules asks for.
      return file && `\0${file.id}${QUERY}`
    },
    async load(id) {
      if (!id.startsWith('\0') || !id.endsWith(QUERY)) return null
      const { text, files } = await browserScript(id.slice(1, -QUERY.length))
      for (const file of files) this.addWatchFile(file)
      // Nothing in an inline script can end it early.
      return `export default ${JSON.stringify(text.replaceAll('</', '<\\/'))}`
    },
  }
}

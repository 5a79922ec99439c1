import { build, type Plugin } from 'vite'

/** `import text from './language-script?script'` */
const QUERY = '?script'
const ENTRY = '\0script'

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
      const { text, files } = await inlineScript(id.slice(1, -QUERY.length))
      for (const file of files) this.addWatchFile(file)
      return `export default ${JSON.stringify(text)}`
    },
  }
}

/**
 * @param file module with a default function
 * @returns the script, which nothing in it can end early, and the files that it is made of
 */
async function inlineScript(file: string): Promise<{ text: string; files: string[] }> {
  const [made] = [
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [
        {
          name: 'inline-script-entry',
          resolveId: (id) => (id === ENTRY ? id : null),
          load: (id) => (id === ENTRY ? `import run from ${JSON.stringify(file)}\nrun()` : null),
        },
      ],
      build: {
        write: false,
        target: 'es2024',
        lib: { entry: ENTRY, formats: ['iife'], name: 'script' },
        rolldownOptions: { input: ENTRY },
      },
    }),
  ].flat()
  const [chunk] = made && 'output' in made ? made.output : []
  if (chunk?.type !== 'chunk') throw new Error(`${file} is no script.`)
  const files = chunk.moduleIds.filter((id) => !id.startsWith('\0'))
  return { text: chunk.code.trim().replaceAll('</', '<\\/'), files }
}

import { build } from 'vite'

const ENTRY = '\0script'

/**
 * A classic script of a module: its default function, called, with what it imports, minified.
 * @param file module with a default function
 * @returns the script and the files that it is made of
 */
export async function browserScript(file: string): Promise<{ text: string; files: string[] }> {
  const [made] = [
    await build({
      configFile: false,
      logLevel: 'error',
      // prosemirror-markdown, which only writes here, would bring its own reader along: 46 KB (gzip) that nothing calls.
      resolve: { alias: { 'markdown-it': 'data:text/javascript,export default () => ({})' } },
      plugins: [
        {
          name: 'browser-script-entry',
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
  return { text: chunk.code.trim(), files: chunk.moduleIds.filter((id) => !id.startsWith('\0')) }
}

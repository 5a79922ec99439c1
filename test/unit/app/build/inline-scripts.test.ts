import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { createServer } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inlineScripts } from '../../../../app/build/inline-scripts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vcp-x-script-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a script is its default function, called, with what it imports, and nothing in it ends the element', async () => {
  await writeFile(join(folder, 'words.ts'), `export const WORD: string = '</script>'\nexport const OTHER = 'unused'`)
  await writeFile(
    join(folder, 'greeting-script.ts'),
    `import { WORD } from './words'
    export const ID = 'greeting'
    /** Says a word. */
    export default function greet(): void {
      const { said } = globalThis as unknown as { said: string[] }
      said.push(ID, WORD)
    }`,
  )
  await writeFile(join(folder, 'page.ts'), `import text from './greeting-script?script'\nexport { text }`)
  const server = await createServer({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins: [inlineScripts()],
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  const { text } = (await server.ssrLoadModule('/page.ts')) as { text: string }
  await server.close()
  const page = { said: [] as string[] }
  runInNewContext(text, page)
  expect(page.said).toEqual(['greeting', '</script>'])
  expect(text).not.toMatch(/<\/|Says|unused/)
})

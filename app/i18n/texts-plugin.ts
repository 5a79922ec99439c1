import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { BASE } from './catalogue.ts'

const FOLDER = import.meta.dirname
const CATALOGUE = /^virtual:catalogue\/(ko|en)\/([\w-]+)$/
const TEXTS = 'virtual:texts/'
const CALL = /\buseTranslation\(\s*([^)]*)\)/g
const NAMES = /^(?:\[\s*)?(?:['"][\w-]+['"](?:\s*,\s*)?)*(?:\])?$/

/** Keys whose texts stand in heads and feeds alone, which the server makes (app/layout/page-head.ts). */
const FOR_READERS_OF_HEADS = new Set(['description', 'dated-description', 'card', 'notice-feed', 'feed-summary'])

/** Namespaces that a module takes texts from, without those that every page has. */
function namespaces(code: string): string[] {
  const found = new Set<string>()
  for (const [call, names = ''] of code.matchAll(CALL)) {
    if (!NAMES.test(names))
      throw new Error(`Name the namespaces of ${call} in place, so that their texts can travel with the module.`)
    for (const [, name = ''] of names.matchAll(/['"]([\w-]+)['"]/g))
      if (!BASE.some((one) => one === name)) found.add(name)
  }
  return [...found]
}

/**
 * Lets a catalogue travel with the code that shows it, in one language: before each browser module with `useTranslation('name')`
 * goes an import that loads the chunk of that namespace. So a page gets the texts of its own components, and nobody keeps a list.
 */
export function catalogueChunks(): Plugin {
  return {
    name: 'catalogue-chunks',
    resolveId: (id) => (CATALOGUE.test(id) || id.startsWith(TEXTS) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith('\0virtual:')) return null
      const [, language, name = ''] = CATALOGUE.exec(id.slice(1)) ?? []
      if (language) {
        const texts = await Promise.all(
          (name === 'base' ? BASE : [name]).map(async (namespace) => {
            const file = join(FOLDER, language, `${namespace}.json`)
            this.addWatchFile(file)
            return [
              namespace,
              JSON.parse(await readFile(file, 'utf8'), (key, text: unknown) =>
                FOR_READERS_OF_HEADS.has(key) ? undefined : text,
              ),
            ] as const
          }),
        )
        return `export const texts = ${JSON.stringify(Object.fromEntries(texts))}`
      }
      if (!id.startsWith(TEXTS, 1)) return null
      const namespace = id.slice(TEXTS.length + 1)
      const loader = (locale: string) => `${locale}: () => import('virtual:catalogue/${locale}/${namespace}')`
      return `import { bringTexts } from ${JSON.stringify(join(FOLDER, 'browser-texts.ts'))}\nawait bringTexts({ ${loader('ko')}, ${loader('en')} })`
    },
    // In development: texts are looked up once, so a page that stands would not show the new one.
    hotUpdate({ file }) {
      if (this.environment.name !== 'client' || !file.startsWith(FOLDER) || !file.endsWith('.json')) return
      this.environment.hot.send({ type: 'full-reload' })
      return []
    },
    transform(code, id) {
      if (
        this.environment.name !== 'client' ||
        !/\/app\/.*\.tsx?(?:\?|$)/.test(id) ||
        id.includes('/use-translation.ts')
      )
        return null
      const imports = namespaces(code).map((name) => `import '${TEXTS}${name}';`)
      // On the first line, so that the map of the rest still fits.
      return imports.length > 0 ? { code: imports.join('') + code, map: null } : null
    },
  }
}

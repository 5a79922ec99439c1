import type { Plugin } from 'vite'

/**
 * The hooks of a plugin that makes modules without a file.
 * @param modules by name, each with its code, or with what makes its exports; a maker runs when something imports its module
 */
export function virtualModules(
  modules: Record<string, string | (() => Record<string, unknown> | Promise<Record<string, unknown>>)>,
): Pick<Plugin, 'resolveId' | 'load'> {
  return {
    // The zero byte keeps other plugins away, as Rollup's documentation of virtual modules asks for.
    resolveId: (id) => (id in modules ? `\0${id}` : null),
    async load(id) {
      const make = id.startsWith('\0') ? modules[id.slice(1)] : undefined
      if (make === undefined || typeof make === 'string') return make ?? null
      const exported = Object.entries(await make())
      return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
    },
  }
}

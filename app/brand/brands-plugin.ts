import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { registry } from './registry.server.ts'
import { resolveRegistry } from './resolve.ts'

/** Writes the registry as the site knows it to `brands.gen.ts`, or ends the build with a sentence for each of its faults. */
export function brandRegistry(): Plugin {
  return {
    name: 'brand-registry',
    async config() {
      const known = JSON.stringify(resolveRegistry(registry), null, 2)
      await writeFile(
        join(import.meta.dirname, 'brands.gen.ts'),
        `import type { Registry } from './schema.ts'\n\nexport const REGISTRY: Registry = ${known}\n`,
      )
    },
  }
}

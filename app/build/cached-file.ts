import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What builds have made. Whoever deletes it waits a few seconds longer for the next build, and nothing else. */
const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/vcp-x')

/** A file whose name and source decide its content. */
export interface CachedFile {
  /** Absolute path, known before the file exists. */
  path: string
  /** Makes the file where no earlier build has. It appears whole, so that builds at the same time do not disturb each other. */
  provide(): Promise<void>
}

/**
 * A file that is made once for each source and kept for later builds.
 * @param name of the file
 * @param source whatever the content depends on
 */
export function cachedFile(name: string, source: string, make: () => Buffer | Promise<Buffer>): CachedFile {
  const path = join(FOLDER, createHash('sha256').update(source).digest('hex').slice(0, 16), name)
  return {
    path,
    async provide() {
      if (existsSync(path)) return
      await mkdir(dirname(path), { recursive: true })
      const unfinished = `${path}.${randomUUID()}`
      await writeFile(unfinished, await make())
      await rename(unfinished, path)
    },
  }
}

import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Has a file or folder removed when this process ends, also by a signal. @returns a function that removes it now */
export function removeAtExit(path: string): () => void {
  const remove = () => {
    rmSync(path, { recursive: true, force: true })
    process.off('exit', remove)
  }
  process.once('exit', remove)
  return remove
}

/** Makes a folder that only its owner may read, and removes it when `use` has finished or the process ends. */
export async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vcp-x-'))
  const remove = removeAtExit(folder)
  try {
    return await use(folder)
  } finally {
    remove()
  }
}

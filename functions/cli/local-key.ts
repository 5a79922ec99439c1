import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A new signing key. */
export const newKey = (): string => randomBytes(32).toString('base64')

/** The signing key of a local site, made with its folder, so that its links outlive a restart. */
export async function localKey(stateDir: string): Promise<string> {
  const file = join(stateDir, 'signing-key')
  await mkdir(stateDir, { recursive: true })
  // Of two commands at once the first one's is kept.
  await writeFile(file, newKey(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return readFile(file, 'utf8')
}

import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { OperatorError } from './run-command.ts'
import { removeAtExit } from './temporary-folder.ts'

/**
 * Writes a new file: as `FILE.part`, which gets its name at the end, so that an ended command leaves none that looks whole.
 * @param write makes the file of the given name, which only its owner may read (mode 0600)
 * @throws OperatorError where the file exists or cannot be written
 */
export async function writeNewFile(file: string, write: (part: string) => Promise<void>): Promise<void> {
  requireNewFile(file)
  const part = `${file}.part`
  await rm(part, { force: true })
  const remove = removeAtExit(part)
  try {
    await write(part)
    // Made meanwhile by somebody else.
    requireNewFile(file)
    await rename(part, file)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${file} cannot be written: ${(error as Error).message}`, { cause: error })
  } finally {
    remove()
  }
}

/** @throws OperatorError where a file has the name */
export function requireNewFile(file: string): void {
  if (existsSync(file)) throw new OperatorError(`${file} exists already; give the name of a new file.`)
}

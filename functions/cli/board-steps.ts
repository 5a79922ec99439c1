import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { contentObject } from '../attachments/content-address.ts'
import type { Call } from '../calls/operator-call.ts'
import { importBoards } from '../commands/publishing.ts'
import { readArchiveTables, type Archive } from '../database/board-archive.ts'
import { InvalidBodyError } from '../errors.ts'
import { requireNewFile, writeNewFile } from './new-file.ts'
import { OperatorError } from './run-command.ts'

/**
 * Writes the boards of a site, with their versions, drafts, documents and files, to a new file that only its owner may read.
 * @returns a line for the operator
 * @throws OperatorError where a file of theirs is missing, or the new one exists
 */
export async function exportTo({ env }: Call, path: string): Promise<string> {
  requireNewFile(path)
  const tables = await readArchiveTables(env.DB)
  const files: Archive['files'] = {}
  for (const { file_key } of tables.content_file ?? []) {
    const key = String(file_key)
    const object = await env.FILES.get(contentObject(key))
    if (!object) throw new OperatorError(`The file ${key} is missing in the storage.`)
    files[key] = Buffer.from(await object.arrayBuffer()).toString('base64')
  }
  const archive: Archive = { format: 'boards', version: 1, exported_at: new Date().toISOString(), tables, files }
  const text = `${JSON.stringify(archive, null, 2)}\n`
  await writeNewFile(path, (part) => writeFile(part, text, { mode: 0o600 }))
  return `${counts(archive)} exported to ${path}.`
}

/**
 * Writes the boards of a file over those of a site: what has the same id is replaced, the rest stays.
 * @returns a line for the operator
 * @throws OperatorError where the file is no export; nothing is changed then
 */
export async function importFrom(call: Call, path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`${path} cannot be read.`)
  })
  const archive = await importBoards
    .performFromClient(call, { name: basename(path), archive: parse(text, path) })
    .catch((error: unknown) => {
      if (!(error instanceof InvalidBodyError)) throw error
      const faults = error.errors.slice(0, 5).map(({ field, message }) => `  ${field}: ${message}`)
      throw new OperatorError(`${path} is not an export of the boards; nothing was changed:\n${faults.join('\n')}`)
    })
  return `${counts(archive)} imported. A running site follows within 60 seconds.`
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorError(`${path} is not JSON.`)
  }
}

const counts = ({ tables, files }: Archive): string =>
  `${tables.board_item?.length ?? 0} entries, ${tables.board_version?.length ?? 0} versions, ${tables.board_draft?.length ?? 0} drafts, ${tables.download?.length ?? 0} documents and ${Object.keys(files).length} files`

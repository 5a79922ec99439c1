import { deleteContentFiles, listContentFiles, namedFiles, noteUnnamed } from '../database/content-file.ts'
import type { Env } from '../env.ts'
import { contentObject } from './content-address.ts'

type Storage = Pick<Env, 'DB' | 'FILES'>

/** A file is put into a text after it is uploaded, or taken from one to be put into another. */
const UNNAMED_MS = 24 * 3_600_000
/** As many as R2 deletes at once; the next run destroys the others. */
const AT_ONCE_MAX = 1000
const PREFIX = contentObject('')

/**
 * Destroys those of an operator's files that no entry, draft, kept version or document names.
 * @returns how many
 */
export async function destroyUnnamed({ DB, FILES }: Storage, fileKeys: readonly string[]): Promise<number> {
  if (fileKeys.length === 0) return 0
  const named = await namedFiles(DB)
  const unnamed = fileKeys.filter((key) => !named.has(key)).slice(0, AT_ONCE_MAX)
  if (unnamed.length === 0) return 0
  // The bytes first: a row without bytes is found again by the next run.
  await FILES.delete(unnamed.map(contentObject))
  await deleteContentFiles(DB, unnamed)
  return unnamed.length
}

/** Destroys every file that nothing has named for a day, also bytes without a row. Logs their number. */
export async function sweepContent({ DB, FILES }: Storage, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNNAMED_MS)
  await noteUnnamed(DB, await namedFiles(DB), now.toISOString())
  const rows = await listContentFiles(DB)
  const known = new Set(rows.map(({ file_key }) => file_key))
  const candidates = rows
    .filter(({ unnamed_since }) => unnamed_since !== null && unnamed_since <= before.toISOString())
    .map(({ file_key }) => file_key)
  for (let cursor: string | undefined; ;) {
    const page = await FILES.list({ prefix: PREFIX, ...(cursor && { cursor }) })
    for (const { key, uploaded } of page.objects)
      if (uploaded < before && !known.has(key.slice(PREFIX.length))) candidates.push(key.slice(PREFIX.length))
    if (!page.truncated) break
    cursor = page.cursor
  }
  const files = await destroyUnnamed({ DB, FILES }, candidates)
  if (files > 0) console.log(JSON.stringify({ level: 'info', code: 'content-swept', files }))
}

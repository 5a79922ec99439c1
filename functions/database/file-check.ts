import type { Env } from '../env.ts'

/* What files were found to hold (table `file_check`), by the key that a file has in the embedded upstream, or will have there. */

type Database = Pick<Env, 'DB'>

/** What a document holds that may run when it is opened. */
export type ActiveContent = 'macros' | 'scripts'
/** `unchecked`: nobody has looked, or could look into all of it; null: nothing was found. */
export type Found = ActiveContent | 'unchecked' | null

/** Notes that a file is about to be checked, as not checked. @returns false where it was noted before: it is never checked again */
export async function beginCheck({ DB }: Database, key: string): Promise<boolean> {
  const { meta } = await DB.prepare(
    "INSERT INTO file_check (file_key, found) VALUES (?, 'unchecked') ON CONFLICT (file_key) DO NOTHING",
  )
    .bind(key)
    .run()
  return meta.changes > 0
}

/** Keeps the result of a check, unless the file has gone meanwhile. */
export async function keepFound({ DB }: Database, key: string, found: Found): Promise<void> {
  await DB.prepare('UPDATE file_check SET found = ? WHERE file_key = ?')
    .bind(found ?? '', key)
    .run()
}

/** What was found in each file. */
export async function foundIn({ DB }: Database, keys: string[]): Promise<Map<string, Found>> {
  const { results } = await DB.prepare(
    'SELECT file_key, found FROM file_check WHERE file_key IN (SELECT value FROM json_each(?))',
  )
    .bind(JSON.stringify(keys))
    .all<{ file_key: string; found: string }>()
  const known = new Map<string, Found>(keys.map((key) => [key, 'unchecked']))
  for (const { file_key, found } of results) known.set(file_key, (found || null) as Found)
  return known
}

const WITHOUT_FILE = 'NOT EXISTS (SELECT 1 FROM file WHERE file.file_key = file_check.file_key)'

/** Keys of files that the embedded upstream does not have (any more); the row of a file that it has goes with it. */
export async function checkedElsewhere({ DB }: Database): Promise<string[]> {
  const { results } = await DB.prepare(`SELECT file_key FROM file_check WHERE ${WITHOUT_FILE}`).all<{
    file_key: string
  }>()
  return results.map(({ file_key }) => file_key)
}

/** Forgets files that are nowhere any more. One that the embedded upstream has got meanwhile stays. */
export async function forgetChecks({ DB }: Database, keys: string[]): Promise<void> {
  await DB.prepare(`DELETE FROM file_check WHERE file_key IN (SELECT value FROM json_each(?)) AND ${WITHOUT_FILE}`)
    .bind(JSON.stringify(keys))
    .run()
}

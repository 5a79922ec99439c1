import type { Shown } from '../contract/board.ts'
import { ALL_BRANDS, labelOf, type Scope } from '../contract/scope.ts'
import { isShown, shownValues } from './entry-scope.ts'
import { CONTENTS } from './text-columns.ts'

/** A file that an operator has put into a text or on the data page; its bytes are in R2. */
export interface ContentFileRow {
  file_key: string
  file_name: string
  media_type: string
  /** Bytes. */
  size: number
  /** Pixels of a picture as it is shown; null for other files, and where they are not known. */
  width: number | null
  height: number | null
}

/** The file with a key, or null. */
export const readContentFile = (db: D1Database, key: string): Promise<ContentFileRow | null> =>
  db
    .prepare('SELECT file_key, file_name, media_type, size, width, height FROM content_file WHERE file_key = ?')
    .bind(key)
    .first()

/** @param by the operator; `at` is ISO 8601 */
export async function insertContentFile(
  db: D1Database,
  { file_key, file_name, media_type, size, width, height }: ContentFileRow,
  { scope, by, at }: { scope: Scope; by: string; at: string },
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO content_file (file_key, file_name, media_type, size, width, height, added_at, added_by, white_label)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .bind(file_key, file_name, media_type, size, width, height, at, by, labelOf(scope))
    .run()
}

/** Whether something that a brand shows names the file: an entry, by an address in its text, or a document of the data page. */
export async function isPublicFile(db: D1Database, key: string, shown: Shown): Promise<boolean> {
  const found = await db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM download WHERE file_key = ?4 AND withdrawn_at IS NULL AND (white_label IS NULL OR white_label = ?2))
         OR EXISTS (SELECT 1 FROM board_item AS i WHERE ${isShown('i')}
           AND (${CONTENTS.map((column) => `instr(${column}, '/content/' || ?4 || '/') > 0`).join(' OR ')})) AS is_public`,
    )
    .bind(...shownValues(shown, new Date()), key)
    .first<number>('is_public')
  return found === 1
}

/** Whether one of the texts of a row names file `f`. */
const NAMES_FILE = `(${CONTENTS.map((column) => `instr(${column}, '/content/' || f.file_key || '/') > 0`).join(' OR ')})`

/**
 * Which of these files somebody may put into a text, offer or look at before it is public: an operator of one brand those that such an
 * operator has sent, and what the brand's own texts and documents or those of all brands that it shows name already.
 */
export async function usableFiles(db: D1Database, scope: Scope, keys: readonly string[]): Promise<Set<string>> {
  if (scope === ALL_BRANDS || keys.length === 0) return new Set(keys)
  const named = ['board_draft', 'board_version'].map(
    (table) => `OR EXISTS (SELECT 1 FROM ${table} WHERE white_label = ?2 AND ${NAMES_FILE})`,
  )
  const { results } = await db
    .prepare(
      `SELECT file_key FROM content_file AS f WHERE file_key IN (SELECT value FROM json_each(?4)) AND (
         white_label = ?2
         OR EXISTS (SELECT 1 FROM download AS o WHERE o.file_key = f.file_key
           AND (o.white_label = ?2 OR (o.white_label IS NULL AND o.withdrawn_at IS NULL)))
         OR EXISTS (SELECT 1 FROM board_item AS o WHERE (o.white_label = ?2 OR ${isShown('o')}) AND ${NAMES_FILE})
         ${named.join(' ')})`,
    )
    .bind(...shownValues(scope, new Date()), JSON.stringify(keys))
    .all<{ file_key: string }>()
  return new Set(results.map(({ file_key }) => file_key))
}

/** A file that somebody may put into a text or offer, or null. */
export async function readUsableFile(db: D1Database, scope: Scope, key: string): Promise<ContentFileRow | null> {
  return (await usableFiles(db, scope, [key])).has(key) ? readContentFile(db, key) : null
}

/** The keys of the files that a text names: those with which `isPublicFile` would find it. The end of one address may begin the next. */
export const fileKeysIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\/content\/([0-9a-f-]{36})(?=\/)/g)].map(([, key = '']) => key)),
]

/** Width and height of the pictures among these files whose size is known, by key. */
export async function pictureSizes(
  db: D1Database,
  keys: readonly string[],
): Promise<Map<string, { width: number; height: number }>> {
  const { results } = await db
    .prepare(
      `SELECT file_key, width, height FROM content_file
       WHERE width IS NOT NULL AND height IS NOT NULL AND file_key IN (SELECT value FROM json_each(?))`,
    )
    .bind(JSON.stringify(keys))
    .all<{ file_key: string; width: number; height: number }>()
  return new Map(results.map(({ file_key, ...size }) => [file_key, size]))
}

/** The keys of every file, and since when nothing has named it (ISO 8601; null: something does). */
export async function listContentFiles(db: D1Database): Promise<{ file_key: string; unnamed_since: string | null }[]> {
  const { results } = await db
    .prepare('SELECT file_key, unnamed_since FROM content_file')
    .all<{ file_key: string; unnamed_since: string | null }>()
  return results
}

/** Belongs into the batch of whatever names files: the time in which they are kept begins anew when it lets go of them. */
export const nameFiles = (db: D1Database, keys: readonly string[]) =>
  db
    .prepare(
      `UPDATE content_file SET unnamed_since = NULL
       WHERE unnamed_since IS NOT NULL AND file_key IN (SELECT value FROM json_each(?))`,
    )
    .bind(JSON.stringify(keys))

/** Notes which files nothing names, unless that is known already. @param at ISO 8601 */
export async function noteUnnamed(db: D1Database, named: ReadonlySet<string>, at: string): Promise<void> {
  const keys = [...named]
  await db.batch([
    nameFiles(db, keys),
    db
      .prepare(
        `UPDATE content_file SET unnamed_since = ?2
         WHERE unnamed_since IS NULL AND file_key NOT IN (SELECT value FROM json_each(?1))`,
      )
      .bind(JSON.stringify(keys), at),
  ])
}

const TEXTS = ['board_item', 'board_draft', 'board_version']
const TEXTS_AT_ONCE = 50

/** The keys of all files that a document, an entry, a draft or a kept version names. Reads the texts a few at a time. */
export async function namedFiles(db: D1Database): Promise<Set<string>> {
  const { results } = await db.prepare('SELECT DISTINCT file_key FROM download').all<{ file_key: string }>()
  const keys = new Set(results.map(({ file_key }) => file_key))
  for (const table of TEXTS)
    for (let offset = 0; ; offset += TEXTS_AT_ONCE) {
      const { results: texts } = await db
        .prepare(
          `SELECT ${CONTENTS.join(' || char(10) || ')} AS text FROM ${table}
           WHERE ${CONTENTS.map((column) => `instr(${column}, '/content/') > 0`).join(' OR ')}
           ORDER BY board_uuid${table === 'board_version' ? ', version' : ''} LIMIT ${TEXTS_AT_ONCE} OFFSET ?`,
        )
        .bind(offset)
        .all<{ text: string }>()
      for (const { text } of texts) for (const key of fileKeysIn(text)) keys.add(key)
      if (texts.length < TEXTS_AT_ONCE) break
    }
  return keys
}

export async function deleteContentFiles(db: D1Database, keys: readonly string[]): Promise<void> {
  await db
    .prepare('DELETE FROM content_file WHERE file_key IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(keys))
    .run()
}

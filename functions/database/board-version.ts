import { BOARD_GROUPS, type BoardName } from '../contract/board.ts'
import { textsOf, type FieldOf } from '../contract/text-fields.ts'
import { labelOf, type Scope } from '../contract/scope.ts'
import type { EntryFields } from './board-entry.ts'
import { IS_TAKEN } from './board-draft.ts'
import { ENTRY_TEXTS, listOf } from './text-columns.ts'

const TEXTS = listOf(ENTRY_TEXTS)
const COLUMNS = `board_uuid, version, group_uuid, sub_category_id, ${TEXTS}, is_priority, white_label, made_at, made_by`

/** The version of an entry of the first content (functions/database/fill-boards.ts). */
export const INSERT_FIRST_VERSION = `INSERT INTO board_version (${COLUMNS})
  VALUES (?, 1, ?, ?, ${listOf(ENTRY_TEXTS, () => '?')}, ?, ?, ?, '')`

/**
 * Keeps a draft that is taken (board-draft.ts) as the newest version. Versions that are newer than the public one are there after an
 * import of older boards.
 * @param of `at` is ISO 8601
 */
export const insertVersionOfDraft = (db: D1Database, id: string, { by, at }: { by: string; at: string }) =>
  db
    .prepare(
      `INSERT INTO board_version (${COLUMNS})
       SELECT board_uuid, 1 + coalesce((SELECT max(version) FROM board_version WHERE board_uuid = ?1), 0), group_uuid, sub_category_id,
         ${TEXTS}, is_priority, white_label, ?2, ?3
       FROM board_draft WHERE board_uuid = ?1 AND ${IS_TAKEN}`,
    )
    .bind(id, at, by)

/** The columns of an entry's text, as D1 gives them. */
export type StoredFields = Pick<EntryFields, 'sub_category_id' | 'white_label'> & { is_priority: number } & Record<
    FieldOf<'subject*' | 'contents*'>,
    string
  >

const fieldsOfStored = (row: StoredFields): EntryFields => ({
  sub_category_id: row.sub_category_id,
  subject: textsOf('subject*', row),
  contents: textsOf('contents*', row),
  is_priority: row.is_priority === 1,
  white_label: row.white_label,
})

/** The text of a version, or null. It belongs to the brand that it was for. */
export async function readVersion(
  db: D1Database,
  scope: Scope,
  board: BoardName,
  id: string,
  version: number,
): Promise<EntryFields | null> {
  const row = await db
    .prepare(
      `SELECT sub_category_id, ${TEXTS}, is_priority, white_label
       FROM board_version
       WHERE board_uuid = ?1 AND version = ?2 AND group_uuid = ?3 AND (?4 IS NULL OR white_label = ?4)`,
    )
    .bind(id, version, BOARD_GROUPS[board], labelOf(scope))
    .first<StoredFields>()
  return row && fieldsOfStored(row)
}

export const updateVersionCategory = (db: D1Database, from: string, into: string) =>
  db.prepare('UPDATE board_version SET sub_category_id = ? WHERE sub_category_id = ?').bind(into, from)

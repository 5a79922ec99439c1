import { BOARD_GROUPS, type BoardName } from '../contract/board.ts'
import { labelOf, type Scope } from '../contract/scope.ts'
import type { EntryFields } from './board-entry.ts'
import { IS_TAKEN } from './board-draft.ts'
import { fieldsOfStored, type StoredFields } from './board-version.ts'
import { ENTRY_TEXTS, listOf } from './text-columns.ts'

/* The text of an entry that was discarded or replaced, so that it can be taken back. One for an entry, the newest. */

const TEXT = `board_uuid, group_uuid, sub_category_id, ${listOf(ENTRY_TEXTS)}, is_priority, white_label, saved_at, saved_by`

/** Keeps a draft that is taken (board-draft.ts) and about to go. @param at ISO 8601 */
export const keepDropped = (db: D1Database, id: string, at: string) =>
  db
    .prepare(
      `INSERT OR REPLACE INTO board_dropped (${TEXT}, dropped_at)
       SELECT ${TEXT}, ?2 FROM board_draft WHERE board_uuid = ?1 AND ${IS_TAKEN}`,
    )
    .bind(id, at)

/** A dropped text belongs to the brand that it was for. */
const OF_SCOPE = 'board_uuid = ?1 AND group_uuid = ?2 AND (?3 IS NULL OR white_label = ?3)'

/** When the text of an entry was dropped (ISO 8601); null where none is kept. */
export const droppedAt = (db: D1Database, scope: Scope, board: BoardName, id: string): Promise<string | null> =>
  db
    .prepare(`SELECT dropped_at FROM board_dropped WHERE ${OF_SCOPE}`)
    .bind(id, BOARD_GROUPS[board], labelOf(scope))
    .first<string>('dropped_at')

/** The text of an entry that was dropped, or null. */
export async function readDropped(
  db: D1Database,
  scope: Scope,
  board: BoardName,
  id: string,
): Promise<EntryFields | null> {
  const row = await db
    .prepare(
      `SELECT sub_category_id, ${listOf(ENTRY_TEXTS)}, is_priority, white_label FROM board_dropped WHERE ${OF_SCOPE}`,
    )
    .bind(id, BOARD_GROUPS[board], labelOf(scope))
    .first<StoredFields>()
  return row && fieldsOfStored(row)
}

export const updateDroppedCategory = (db: D1Database, from: string, into: string) =>
  db.prepare('UPDATE board_dropped SET sub_category_id = ? WHERE sub_category_id = ?').bind(into, from)

/** @param before ISO 8601: what was dropped earlier goes for good */
export const deleteDroppedBefore = (db: D1Database, before: string) =>
  db.prepare('DELETE FROM board_dropped WHERE dropped_at < ?').bind(before)

export const deleteDropped = (db: D1Database, id: string) =>
  db.prepare('DELETE FROM board_dropped WHERE board_uuid = ?').bind(id)

import { BOARD_GROUPS, type BoardName } from '../contract/board.ts'
import { fieldsWith } from '../contract/text-fields.ts'
import { editionOf, type EntryFields } from './board-entry.ts'
import { ENTRY_TEXTS, listOf, parametersOf } from './text-columns.ts'

/** What a text was written over: the edition of its entry (board-entry.ts), and the saves of the draft that it replaces (0: there was none). */
export interface Basis {
  edition: string
  revision: number
}

interface NewDraft {
  board: BoardName
  id: string
  fields: EntryFields
  based: Basis
  by: string
  /** ISO 8601. */
  at: string
}

/** The number of the first parameter of the texts. */
const FIRST_TEXT = 9
const valuesOf = ({ board, id, fields, by, at }: NewDraft, revision: number) => [
  id,
  BOARD_GROUPS[board],
  fields.sub_category_id,
  Number(fields.is_priority),
  fields.white_label,
  at,
  by,
  revision,
  ...Object.values(fieldsWith('subject*', fields.subject)),
  ...Object.values(fieldsWith('contents*', fields.contents)),
]

/** Writes the first draft of an entry with that revision, unless there is one or the entry has another edition by now. */
export const insertDraft = (db: D1Database, draft: NewDraft, revision: number) =>
  db
    .prepare(
      `INSERT INTO board_draft (board_uuid, group_uuid, sub_category_id, ${listOf(ENTRY_TEXTS)}, is_priority, white_label, revision,
         saved_at, saved_by)
       SELECT ?1, ?2, ?3, ${parametersOf(ENTRY_TEXTS, FIRST_TEXT)}, ?4, ?5, ?8, ?6, ?7
       WHERE ${editionOf('?1')} = ?${FIRST_TEXT + ENTRY_TEXTS.length}
         AND NOT EXISTS (SELECT 1 FROM board_item WHERE board_uuid = ?1 AND group_uuid <> ?2)
       ON CONFLICT (board_uuid) DO NOTHING`,
    )
    .bind(...valuesOf(draft, revision), draft.based.edition)

/** What is true of a draft that the transaction under way has taken, and of no other one. */
export const IS_TAKEN = 'revision = 0'

/**
 * Takes a draft for the statements after it in the same transaction, unless it is another one by now or its entry has another edition.
 * Those do nothing unless it is taken.
 */
export const takeDraft = (db: D1Database, board: BoardName, id: string, based: Basis) =>
  db
    .prepare(
      `UPDATE board_draft SET revision = 0
       WHERE board_uuid = ?1 AND group_uuid = ?2 AND revision = ?3 AND ${editionOf('?1')} = ?4`,
    )
    .bind(id, BOARD_GROUPS[board], based.revision, based.edition)

/** Writes over a draft that is taken. */
export const updateDraft = (db: D1Database, draft: NewDraft, revision: number) =>
  db
    .prepare(
      `UPDATE board_draft SET sub_category_id = ?3, ${listOf(ENTRY_TEXTS, (column, index) => `${column} = ?${FIRST_TEXT + index}`)},
         is_priority = ?4, white_label = ?5, revision = ?8, saved_at = ?6, saved_by = ?7
       WHERE board_uuid = ?1 AND group_uuid = ?2 AND ${IS_TAKEN}`,
    )
    .bind(...valuesOf(draft, revision))

/** Deletes a draft that is taken. */
export const deleteDraft = (db: D1Database, id: string) =>
  db.prepare(`DELETE FROM board_draft WHERE board_uuid = ? AND ${IS_TAKEN}`).bind(id)

export const updateDraftPriority = (db: D1Database, board: BoardName, id: string, priority: boolean) =>
  db
    .prepare(
      `UPDATE board_draft SET revision = revision + (is_priority <> ?1), is_priority = ?1
       WHERE board_uuid = ?2 AND group_uuid = ?3`,
    )
    .bind(Number(priority), id, BOARD_GROUPS[board])

export const updateDraftCategory = (db: D1Database, from: string, into: string) =>
  db.prepare('UPDATE board_draft SET sub_category_id = ? WHERE sub_category_id = ?').bind(into, from)

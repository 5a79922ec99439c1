import { BOARD_GROUPS, boardOfGroup, type BoardName, type Shown } from '../contract/board.ts'
import type { Texts } from '../contract/languages.ts'
import { labelOf, type Scope } from '../contract/scope.ts'
import { CATEGORY_NAME, fieldsOf, fieldsWith, type Sent, textsOf } from '../contract/text-fields.ts'
import { IS_TAKEN } from './board-draft.ts'
import { editionOf } from './board-entry.ts'
import { isShown, shownValues } from './entry-scope.ts'
import { type OrderChange, updateOrder } from './row-order.ts'
import { CONTENTS, ENTRY_TEXTS, listOf, parametersOf, SUBJECTS } from './text-columns.ts'

const ofItem = (column: string) => `i.${column}`
const COLUMNS = `i.board_uuid, ${listOf(SUBJECTS, ofItem)}, i.create_date, i.update_date, i.is_priority,
  ${listOf(fieldsOf(CATEGORY_NAME), (column) => `c.${column}`)}`
const PUBLIC_NOW = `FROM board_item i JOIN sub_category c USING (sub_category_id) WHERE ${isShown('i')}`

/** Gives a row where the boards have entries. */
export const SELECT_ANY_ITEM = 'SELECT board_uuid FROM board_item LIMIT 1'
/** An entry of the first content (functions/database/fill-boards.ts). */
export const INSERT_WHOLE_ITEM = `INSERT INTO board_item (board_uuid, group_uuid, sub_category_id, ${listOf(ENTRY_TEXTS)}, create_date,
  published_at, update_date, is_priority, white_label, version) VALUES (?, ?, ?, ${listOf(ENTRY_TEXTS, () => '?')}, ?, ?, ?, ?, ?, 1)`

/** The public rows of a board that a brand shows, in order, as they are stored and without their contents. */
export async function publicItems(db: D1Database, group: string, shown: Shown): Promise<object[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} ${PUBLIC_NOW} AND i.group_uuid = ?4 ORDER BY i.sort_order, i.create_date DESC, i.board_uuid DESC`,
    )
    .bind(...shownValues(shown, new Date()), group)
    .all()
  return results
}

/** A public row with its contents, as it is stored; null where the brand shows none with that id. */
export const publicItem = (db: D1Database, id: string, shown: Shown): Promise<object | null> =>
  db
    .prepare(`SELECT ${COLUMNS}, ${listOf(CONTENTS, ofItem)} ${PUBLIC_NOW} AND i.board_uuid = ?4`)
    .bind(...shownValues(shown, new Date()), id)
    .first()

/** Throws where the table cannot be read. */
export async function probeItems(db: D1Database): Promise<void> {
  await db.prepare(SELECT_ANY_ITEM).run()
}

/** An entry in the order of the public list. */
export interface OrderedItem {
  board_uuid: string
  subject: Texts
  sub_category_id: string
  is_priority: boolean
  withdrawn_at: string | null
}

/** By hand; entries that were never moved stand first, the newest of them at the top. */
const IN_ORDER = 'sort_order, create_date DESC, board_uuid DESC'

/** All entries of a board that are or were public or will be, in the order of the public list; for an operator of one brand its own. */
export async function itemsInOrder(db: D1Database, scope: Scope, board: BoardName): Promise<OrderedItem[]> {
  const { results } = await db
    .prepare(
      `SELECT board_uuid, ${listOf(SUBJECTS)}, sub_category_id, is_priority, withdrawn_at FROM board_item
       WHERE group_uuid = ?1 AND (?2 IS NULL OR white_label = ?2) ORDER BY ${IN_ORDER}`,
    )
    .bind(BOARD_GROUPS[board], labelOf(scope))
    .all<Omit<OrderedItem, 'subject' | 'is_priority'> & { is_priority: number } & Sent<'subject*'>>()
  return results.map((row) => ({
    board_uuid: row.board_uuid,
    subject: textsOf('subject*', row),
    sub_category_id: row.sub_category_id,
    is_priority: row.is_priority === 1,
    withdrawn_at: row.withdrawn_at,
  }))
}

/** Gives the entries of a board another order; see row-order.ts. */
export const updateItemOrder = (db: D1Database, board: BoardName, change: OrderChange) =>
  updateOrder(
    db,
    { table: 'board_item', id: 'board_uuid', where: 'group_uuid = ?3', by: IN_ORDER },
    change,
    BOARD_GROUPS[board],
  )

/**
 * Makes a draft that is taken (board-draft.ts) the public text of its entry; its version is the newest one (board-version.ts).
 * @param of `at`: from when it is public (ISO 8601); `dated`: the entry keeps its first date, `at` is that of the change; `since`: it keeps
 * the time since which it is public
 */
export const publishDraft = (
  db: D1Database,
  id: string,
  of: {
    html: Texts
    at: string
    dated: boolean
    since: boolean
  },
) =>
  db
    .prepare(
      `INSERT INTO board_item (board_uuid, group_uuid, sub_category_id, ${listOf(ENTRY_TEXTS)}, create_date, is_priority, white_label,
         published_at, version)
       SELECT d.board_uuid, d.group_uuid, d.sub_category_id, ${listOf(SUBJECTS, (column) => `d.${column}`)},
         ${parametersOf(CONTENTS, 5)}, ?2, d.is_priority, d.white_label, ?2,
         (SELECT max(version) FROM board_version WHERE board_uuid = ?1)
       FROM board_draft d WHERE d.board_uuid = ?1 AND d.${IS_TAKEN}
       ON CONFLICT (board_uuid) DO UPDATE SET
         sub_category_id = excluded.sub_category_id, ${listOf(ENTRY_TEXTS, (column) => `${column} = excluded.${column}`)},
         is_priority = excluded.is_priority, white_label = excluded.white_label, version = excluded.version, withdrawn_at = NULL,
         create_date = CASE WHEN ?3 THEN create_date ELSE excluded.create_date END,
         update_date = CASE WHEN ?3 THEN excluded.create_date ELSE NULL END,
         published_at = CASE WHEN ?4 THEN published_at ELSE excluded.published_at END`,
    )
    .bind(id, of.at, Number(of.dated), Number(of.since), ...Object.values(fieldsWith('contents*', of.html)))

/** Takes a public or scheduled entry from the site. @param at ISO 8601 */
export const withdrawItem = (db: D1Database, board: BoardName, id: string, at: string) =>
  db
    .prepare('UPDATE board_item SET withdrawn_at = ? WHERE board_uuid = ? AND group_uuid = ? AND withdrawn_at IS NULL')
    .bind(at, id, BOARD_GROUPS[board])

/**
 * Shows a withdrawn entry again, unless it has another edition by now. What was to come with a publication that was canceled is now.
 * @param now ISO 8601
 */
export const showItemAgain = (db: D1Database, board: BoardName, id: string, edition: string, now: string) =>
  db
    .prepare(
      `UPDATE board_item SET withdrawn_at = NULL, create_date = min(create_date, ?4), update_date = min(update_date, ?4),
         published_at = min(published_at, ?4)
       WHERE board_uuid = ?1 AND group_uuid = ?2 AND ${editionOf('?1')} = ?3`,
    )
    .bind(id, BOARD_GROUPS[board], edition, now)

export const updateItemPriority = (db: D1Database, board: BoardName, id: string, priority: boolean) =>
  db
    .prepare('UPDATE board_item SET is_priority = ? WHERE board_uuid = ? AND group_uuid = ?')
    .bind(Number(priority), id, BOARD_GROUPS[board])

export const updateItemCategory = (db: D1Database, from: string, into: string) =>
  db.prepare('UPDATE board_item SET sub_category_id = ? WHERE sub_category_id = ?').bind(into, from)

/** Coming publications, the next one first, in the column `published_at` (ISO 8601). */
export const selectScheduled = (db: D1Database, scope: Scope, now: Date, limit: number) =>
  db
    .prepare(
      `SELECT DISTINCT published_at FROM board_item
       WHERE published_at > ?1 AND withdrawn_at IS NULL AND (?3 IS NULL OR white_label = ?3) ORDER BY published_at LIMIT ?2`,
    )
    .bind(now.toISOString(), limit, labelOf(scope))

/** A coming publication: when (ISO 8601), and on which board. */
export interface Publication {
  at: string
  board: BoardName
}

/** The next coming publication of any board. */
export async function nextPublication(db: D1Database, scope: Scope, now = new Date()): Promise<Publication | null> {
  const next = await db
    .prepare(
      `SELECT published_at, group_uuid FROM board_item
       WHERE published_at > ?1 AND withdrawn_at IS NULL AND (?2 IS NULL OR white_label = ?2) ORDER BY published_at LIMIT 1`,
    )
    .bind(now.toISOString(), labelOf(scope))
    .first<{ published_at: string; group_uuid: string }>()
  const board = next && boardOfGroup(next.group_uuid)
  return next && board ? { at: next.published_at, board } : null
}

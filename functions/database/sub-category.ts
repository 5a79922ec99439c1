import { BOARD_GROUPS, boardOfGroup, type BoardName, type Shown, type SubCategory } from '../contract/board.ts'
import type { Texts } from '../contract/languages.ts'
import { labelOf, type Scope } from '../contract/scope.ts'
import { CATEGORY_NAME, fieldsOf, fieldsWith, textsOf } from '../contract/text-fields.ts'
import { type OrderChange, updateOrder } from './row-order.ts'
import { listOf, parametersOf } from './text-columns.ts'

const NAME_COLUMNS = fieldsOf(CATEGORY_NAME)
const NAMES = listOf(NAME_COLUMNS)
const valuesOf = (name: Texts) => Object.values(fieldsWith(CATEGORY_NAME, name))

export interface CategoryRow {
  sub_category_id: string
  name: Texts
  board: BoardName
  /** Entries in all states, drafts too; for an operator of one brand its own. */
  entries: number
}

/** A category of the first content (functions/database/fill-boards.ts); one that is there stays as it is. */
export const INSERT_GIVEN_CATEGORY = `INSERT OR IGNORE INTO sub_category (sub_category_id, group_uuid, ${NAMES}, sort_order)
  VALUES (?, ?, ${listOf(NAME_COLUMNS, () => '?')}, ?)`

/** The categories of a board in order, or of both. */
export async function listCategories(db: D1Database, scope: Scope, board?: BoardName): Promise<CategoryRow[]> {
  const { results } = await db
    .prepare(
      `SELECT sub_category_id, ${NAMES}, group_uuid,
         (SELECT count(*) FROM (
            SELECT board_uuid FROM board_item WHERE sub_category_id = c.sub_category_id AND (?2 IS NULL OR white_label = ?2)
            UNION SELECT board_uuid FROM board_draft WHERE sub_category_id = c.sub_category_id AND (?2 IS NULL OR white_label = ?2)
          )) AS entries
       FROM sub_category c WHERE (?1 IS NULL OR group_uuid = ?1) AND (?2 IS NULL OR white_label IS NULL OR white_label = ?2)
       ORDER BY group_uuid, sort_order, sub_category_id`,
    )
    .bind(board ? BOARD_GROUPS[board] : null, labelOf(scope))
    .all<SubCategory & { group_uuid: string; entries: number }>()
  return results.flatMap((row) => {
    const of = boardOfGroup(row.group_uuid)
    return of
      ? [{ sub_category_id: row.sub_category_id, name: textsOf(CATEGORY_NAME, row), entries: row.entries, board: of }]
      : []
  })
}

/** The rows of a board that a brand shows, in order, as they are stored. */
export async function publicCategories(
  db: D1Database,
  group: string,
  { whiteLabel, without }: Shown,
): Promise<object[]> {
  const { results } = await db
    .prepare(
      `SELECT sub_category_id, ${NAMES} FROM sub_category
       WHERE (white_label IS NULL OR white_label = ?1) AND group_uuid = ?2 AND sub_category_id IS NOT ?3 ORDER BY sort_order, sub_category_id`,
    )
    .bind(whiteLabel, group, without)
    .all()
  return results
}

/** Adds a category at the end of its board. */
export const insertCategory = (db: D1Database, id: string, board: BoardName, name: Texts) =>
  db
    .prepare(
      `INSERT INTO sub_category (sub_category_id, group_uuid, ${NAMES}, sort_order)
       SELECT ?1, ?2, ${parametersOf(NAME_COLUMNS, 3)}, coalesce(max(sort_order), 0) + 1 FROM sub_category WHERE group_uuid = ?2`,
    )
    .bind(id, BOARD_GROUPS[board], ...valuesOf(name))

export const updateCategoryName = (db: D1Database, id: string, name: Texts) =>
  db
    .prepare(`UPDATE sub_category SET ${listOf(NAME_COLUMNS, (column) => `${column} = ?`)} WHERE sub_category_id = ?`)
    .bind(...valuesOf(name), id)

/** Gives the categories of a board another order; see row-order.ts. */
export const updateCategoryOrder = (db: D1Database, board: BoardName, change: OrderChange) =>
  updateOrder(
    db,
    { table: 'sub_category', id: 'sub_category_id', where: 'group_uuid = ?3', by: 'sort_order, sub_category_id' },
    change,
    BOARD_GROUPS[board],
  )

/** Deletes a category unless an entry or a draft is in it. */
export const deleteUnusedCategory = (db: D1Database, id: string) =>
  db
    .prepare(
      `DELETE FROM sub_category WHERE sub_category_id = ?1
         AND NOT EXISTS (SELECT 1 FROM board_item WHERE sub_category_id = ?1)
         AND NOT EXISTS (SELECT 1 FROM board_draft WHERE sub_category_id = ?1)`,
    )
    .bind(id)

import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import { BOARD_GROUPS, type BoardName, type SubCategory } from '../../contract/board.ts'
import type { Env } from '../../env.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import { announceChange, countChange } from '../../lists/content-version.ts'
import { writeLog } from '../../database/admin-log.ts'
import { movedByOne } from './order.ts'

type Storage = Pick<Env, 'DB' | 'CACHE'>

const name = z.string().trim().min(1).max(50)
export const categoryNames = z.object({ sub_category_name: name, sub_category_en_name: name })
export type CategoryNames = z.output<typeof categoryNames>

export interface CategoryRow extends SubCategory {
  board: BoardName
  /** Entries in all states, drafts too. */
  entries: number
}

/** Visitors' list rows name their category instead of its id, so two of one board must differ. */
export class SameNameError extends ConflictError {}
export class CategoryInUseError extends ConflictError {}

/** The categories of a board in order, or of both. */
export async function listCategories({ DB }: Pick<Env, 'DB'>, board?: BoardName): Promise<CategoryRow[]> {
  const { results } = await DB.prepare(
    `SELECT sub_category_id, sub_category_name, sub_category_en_name, group_uuid,
       (SELECT count(*) FROM (SELECT board_uuid FROM board_item WHERE sub_category_id = c.sub_category_id
          UNION SELECT board_uuid FROM board_draft WHERE sub_category_id = c.sub_category_id)) AS entries
     FROM sub_category c WHERE ?1 IS NULL OR group_uuid = ?1 ORDER BY group_uuid, sort_order, sub_category_id`,
  )
    .bind(board ? BOARD_GROUPS[board] : null)
    .all<Omit<CategoryRow, 'board'> & { group_uuid: string }>()
  return results.map(({ group_uuid, ...row }) => ({
    ...row,
    board: group_uuid === BOARD_GROUPS.faq ? 'faq' : 'notice',
  }))
}

async function categoryOf(env: Storage, id: string): Promise<CategoryRow> {
  const found = (await listCategories(env)).find(({ sub_category_id }) => sub_category_id === id)
  if (!found) throw new NotFoundError('There is no such category.')
  return found
}

async function requireOwnName(env: Storage, board: BoardName, names: CategoryNames, id: string): Promise<void> {
  const same = (await listCategories(env, board)).some(
    (row) =>
      row.sub_category_id !== id &&
      (row.sub_category_name === names.sub_category_name || row.sub_category_en_name === names.sub_category_en_name),
  )
  if (same) throw new SameNameError('Another category of this board has that name.')
}

async function change(env: Storage, actor: string, action: CategoryAction, id: string, sql: D1PreparedStatement[]) {
  await writeLog(env, { actor, action, subject: id })
  await env.DB.batch([...sql, countChange(env.DB)])
  await announceChange(env)
}
type CategoryAction = 'add-category' | 'rename-category' | 'merge-category' | 'remove-category'

/** Adds a category at the end. @returns its id @throws SameNameError */
export async function addCategory(
  env: Storage,
  actor: string,
  board: BoardName,
  names: CategoryNames,
): Promise<string> {
  const id = uuid()
  await requireOwnName(env, board, names, id)
  await change(env, actor, 'add-category', id, [
    env.DB.prepare(
      `INSERT INTO sub_category (sub_category_id, group_uuid, sub_category_name, sub_category_en_name, sort_order)
       SELECT ?1, ?2, ?3, ?4, coalesce(max(sort_order), 0) + 1 FROM sub_category WHERE group_uuid = ?2`,
    ).bind(id, BOARD_GROUPS[board], names.sub_category_name, names.sub_category_en_name),
  ])
  return id
}

/** @throws NotFoundError, SameNameError */
export async function renameCategory(env: Storage, actor: string, id: string, names: CategoryNames): Promise<void> {
  const { board } = await categoryOf(env, id)
  await requireOwnName(env, board, names, id)
  await change(env, actor, 'rename-category', id, [
    env.DB.prepare(
      'UPDATE sub_category SET sub_category_name = ?, sub_category_en_name = ? WHERE sub_category_id = ?',
    ).bind(names.sub_category_name, names.sub_category_en_name, id),
  ])
}

/** Moves all entries of a category, with their drafts and versions, to another one of the same board, and removes it. */
export async function mergeCategory(env: Storage, actor: string, id: string, into: string): Promise<void> {
  const [from, to] = [await categoryOf(env, id), await categoryOf(env, into)]
  if (from.board !== to.board || id === into) throw new ConflictError('Choose another category of the same board.')
  await change(env, actor, 'merge-category', `${id} ${into}`, [
    ...['board_item', 'board_draft', 'board_version'].map((table) =>
      env.DB.prepare(`UPDATE ${table} SET sub_category_id = ? WHERE sub_category_id = ?`).bind(into, id),
    ),
    env.DB.prepare('DELETE FROM sub_category WHERE sub_category_id = ?').bind(id),
  ])
}

/** Removes a category without entries. @throws CategoryInUseError */
export async function removeCategory(env: Storage, actor: string, id: string): Promise<void> {
  const { entries } = await categoryOf(env, id)
  if (entries > 0) throw new CategoryInUseError('The category has entries. Merge it into another one.')
  await change(env, actor, 'remove-category', id, [
    env.DB.prepare(
      `DELETE FROM sub_category WHERE sub_category_id = ?1
         AND NOT EXISTS (SELECT 1 FROM board_item WHERE sub_category_id = ?1)
         AND NOT EXISTS (SELECT 1 FROM board_draft WHERE sub_category_id = ?1)`,
    ).bind(id),
  ])
}

/** Moves a category one place up or down among the chips of its board. */
export async function moveCategory(env: Storage, actor: string, id: string, up: boolean): Promise<void> {
  const { board } = await categoryOf(env, id)
  const rows = await listCategories(env, board)
  const ids = movedByOne(
    rows.map(({ sub_category_id }) => sub_category_id),
    id,
    up,
  )
  if (ids === null) return
  await change(
    env,
    actor,
    'rename-category',
    id,
    ids.map((each, order) =>
      env.DB.prepare('UPDATE sub_category SET sort_order = ? WHERE sub_category_id = ?').bind(order, each),
    ),
  )
}

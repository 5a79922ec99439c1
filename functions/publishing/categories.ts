import type { Call } from '../calls/operator-call.ts'
import type { BoardName } from '../contract/board.ts'
import { LOCALES, type Texts } from '../contract/languages.ts'
import { ALL_BRANDS } from '../contract/scope.ts'
import { countAddition } from '../database/content-changes.ts'
import { updateDraftCategory } from '../database/board-draft.ts'
import { updateItemCategory } from '../database/board-item.ts'
import { updateVersionCategory } from '../database/board-version.ts'
import {
  deleteUnusedCategory,
  insertCategory,
  listCategories,
  updateCategoryName,
  updateCategoryOrder,
  type CategoryRow,
} from '../database/sub-category.ts'
import { ConflictError, NotFoundError } from '../errors.ts'
import { publishChange } from './publish-change.ts'
import { moveInOrder } from './move-in-order.ts'

/** Visitors' list rows name their category instead of its id, so two of one board must differ. */
export class SameNameError extends ConflictError {}
export class CategoryInUseError extends ConflictError {}

async function categoryOf(db: D1Database, id: string): Promise<CategoryRow> {
  const found = (await listCategories(db, ALL_BRANDS)).find(({ sub_category_id }) => sub_category_id === id)
  if (!found) throw new NotFoundError('There is no such category.')
  return found
}

async function requireOwnName(db: D1Database, board: BoardName, name: Texts, id: string): Promise<void> {
  const same = (await listCategories(db, ALL_BRANDS, board)).some(
    (row) => row.sub_category_id !== id && LOCALES.some((locale) => row.name[locale] === name[locale]),
  )
  if (same) throw new SameNameError('Another category of this board has that name.')
}

/** Adds a category at the end of its board. Gives its id. @throws SameNameError */
export async function addCategory(call: Call, id: string, board: BoardName, name: Texts): Promise<string> {
  const { DB } = call.env
  await requireOwnName(DB, board, name, id)
  await publishChange(call, [insertCategory(DB, id, board, name), countAddition(DB)])
  return id
}

/** @throws NotFoundError, SameNameError */
export async function renameCategory(call: Call, id: string, name: Texts): Promise<void> {
  const { DB } = call.env
  await requireOwnName(DB, (await categoryOf(DB, id)).board, name, id)
  await publishChange(call, [updateCategoryName(DB, id, name)])
}

/** Moves a category one place up or down among the chips of its board. @throws NotFoundError, ConflictError */
export async function moveCategory(call: Call, moved: { id: string; up: boolean }) {
  const { DB } = call.env
  const { board } = await categoryOf(DB, moved.id)
  return moveInOrder(
    call,
    moved,
    async () => ({ ids: (await listCategories(DB, ALL_BRANDS, board)).map(({ sub_category_id }) => sub_category_id) }),
    (change) => updateCategoryOrder(DB, board, change),
  )
}

/**
 * Moves all entries of a category, with their drafts and versions, to another one of the same board, and removes it.
 * @throws NotFoundError; ConflictError where the other one is of the other board, or the same one
 */
export async function mergeCategory(call: Call, { id, into }: { id: string; into: string }): Promise<void> {
  const { DB } = call.env
  const [from, to] = [await categoryOf(DB, id), await categoryOf(DB, into)]
  if (from.board !== to.board || id === into) throw new ConflictError('Choose another category of the same board.')
  await publishChange(call, [
    updateItemCategory(DB, id, into),
    updateDraftCategory(DB, id, into),
    updateVersionCategory(DB, id, into),
    deleteUnusedCategory(DB, id),
  ])
}

/** Removes a category without entries. @throws NotFoundError, CategoryInUseError */
export async function removeCategory(call: Call, { id }: { id: string }): Promise<void> {
  const { DB } = call.env
  await categoryOf(DB, id)
  const [removed] = await publishChange(call, [deleteUnusedCategory(DB, id)])
  if (removed === 0) throw new CategoryInUseError('The category has entries. Merge it into another one.')
}

import type { Call } from '../calls/operator-call.ts'
import type { BoardName } from '../contract/board.ts'
import { ALL_BRANDS } from '../contract/scope.ts'
import { updateDraftPriority } from '../database/board-draft.ts'
import { readEntry } from '../database/board-entry.ts'
import { itemsInOrder, type OrderedItem, updateItemOrder, updateItemPriority } from '../database/board-item.ts'
import { NotFoundError } from '../errors.ts'
import { moveInOrder } from './move-in-order.ts'
import { publishChange } from './publish-change.ts'

/** A list in which an entry stands: all of its board, those of the first page, or those of its category. */
export const LISTS = ['all', 'top', 'category'] as const
export type ListName = (typeof LISTS)[number]

/** The entries that stand in one list with an entry; visitors see none that is withdrawn. */
const listWith = (items: readonly OrderedItem[], entry: OrderedItem, list: ListName): OrderedItem[] =>
  list === 'all'
    ? [...items]
    : items.filter(
        (other) =>
          other.withdrawn_at === null &&
          (list === 'top' ? other.is_priority : other.sub_category_id === entry.sub_category_id),
      )

/**
 * Moves an entry one place up or down in a list. An operator of one brand moves it among the brand's own, so that no other brand's list
 * changes.
 * @throws NotFoundError; ConflictError where others move entries again and again
 */
export async function moveEntry(
  call: Call,
  { board, id, up, among }: { board: BoardName; id: string; up: boolean; among: ListName },
) {
  const { DB } = call.env
  const idsOf = (items: readonly OrderedItem[]) => items.map(({ board_uuid }) => board_uuid)
  // Not public yet, it stands in no list.
  await readEntry(DB, call.scope, board, id)
  return moveInOrder(
    call,
    { id, up },
    async () => {
      const [all, own] = await Promise.all([itemsInOrder(DB, ALL_BRANDS, board), itemsInOrder(DB, call.scope, board)])
      const entry = own.find(({ board_uuid }) => board_uuid === id)
      return { ids: idsOf(all), group: entry ? idsOf(listWith(own, entry, among)) : [] }
    },
    (change) => updateItemOrder(DB, board, change),
  )
}

/** Shows an entry on the first page of its board or not. A text that is being written follows. @throws NotFoundError */
export async function setPriority(
  call: Call,
  { board, id, priority }: { board: BoardName; id: string; priority: boolean },
): Promise<void> {
  const { DB } = call.env
  const changed = await publishChange(call, [
    updateItemPriority(DB, board, id, priority),
    updateDraftPriority(DB, board, id, priority),
  ])
  if (changed[0] === 0 && changed[1] === 0) throw new NotFoundError('There is no such entry.')
}

import { z } from 'zod'
import type { BoardName } from '../contract/board.ts'
import { ALL_BRANDS } from '../contract/scope.ts'
import { updateDraftPriority } from '../database/board-draft.ts'
import { itemsInOrder, type OrderedItem, updateItemOrder, updateItemPriority } from '../database/board-item.ts'
import { readEntry } from '../database/board-entry.ts'
import { NotFoundError } from '../errors.ts'
import { UNCHANGED, type Call } from '../call.ts'
import { publishChange } from './publish-change.ts'

/**
 * The ids with one of them a place further up or down among its group; null where it stands at that end already, or is none of them.
 * @param group some of the ids, in their order
 */
export function movedByOne(
  ids: readonly string[],
  id: string,
  up: boolean,
  group: readonly string[] = ids,
): string[] | null {
  const from = group.indexOf(id)
  const other = group[from + (up ? -1 : 1)]
  return from < 0 || other === undefined ? null : ids.with(ids.indexOf(other), id).with(ids.indexOf(id), other)
}

/**
 * The ids with one of them at a place of its group. The group keeps its places in the whole list, so nothing else moves.
 * @param group some of the ids, in their order
 * @param place from 1; beyond the end it is the last
 * @returns null where it stands there already, or is not in the group
 */
export function movedInGroup(
  ids: readonly string[],
  group: readonly string[],
  id: string,
  place: number,
): string[] | null {
  const others = group.filter((other) => other !== id)
  const next = others.toSpliced(Math.min(place - 1, others.length), 0, id)
  if (others.length === group.length || next.every((other, index) => other === group[index])) return null
  const members = new Set(group)
  const filling = next.values()
  return ids.map((other) => (members.has(other) ? (filling.next().value ?? other) : other))
}

/** Where visitors see an entry in a list: on the first page, or in its category. */
export const among = z.enum(['top', 'category'])
export type Among = z.output<typeof among>

/** The entries that stand in one list with an entry, without those that are withdrawn. */
export const groupOf = (items: readonly OrderedItem[], entry: OrderedItem, among: Among): OrderedItem[] =>
  items.filter(
    (other) =>
      other.withdrawn_at === null &&
      (among === 'top' ? other.is_priority : other.sub_category_id === entry.sub_category_id),
  )

type Move = { board: BoardName; id: string } & ({ up: boolean } | { among: Among; place: number })

/**
 * Moves an entry one place up or down among all entries of its board, or to a place (from 1) of a list in which visitors see it. An
 * operator of one brand moves it among the brand's own, so that no other brand's list changes.
 * @throws NotFoundError
 */
export async function moveEntry(call: Call, input: Move) {
  const { board, id } = input
  const { DB } = call.env
  const idsOf = (some: readonly OrderedItem[]) => some.map(({ board_uuid }) => board_uuid)
  const [items, own] = await Promise.all([itemsInOrder(DB, ALL_BRANDS, board), itemsInOrder(DB, call.scope, board)])
  const ids = idsOf(items)
  const entry = own.find(({ board_uuid }) => board_uuid === id)
  const moved =
    'up' in input
      ? movedByOne(ids, id, input.up, idsOf(own))
      : entry && movedInGroup(ids, idsOf(groupOf(own, entry, input.among)), id, input.place)
  if (!moved) {
    // There already, or not public yet.
    await readEntry(DB, call.scope, board, id)
    return UNCHANGED
  }
  await publishChange(call, [updateItemOrder(DB, board, moved)])
  return undefined
}

/** Shows an entry on the first page of the FAQ or not. A text that is being written follows. @throws NotFoundError */
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

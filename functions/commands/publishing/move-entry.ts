import { z } from 'zod'
import { ALL_BRANDS } from '../../contract/scope.ts'
import { updateDraftPriority } from '../../database/board-draft.ts'
import { itemsInOrder, type OrderedItem, updateItemOrder, updateItemPriority } from '../../database/board-item.ts'
import { readEntry } from '../../database/board-entry.ts'
import { NotFoundError } from '../../errors.ts'
import { command, UNCHANGED } from '../define-command.ts'
import { onEntry } from '../permissions.ts'
import { publishChange } from '../publish-change.ts'
import { entry } from './fields.ts'

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
const among = z.enum(['top', 'category'])
export type Among = z.output<typeof among>

/** The entries that stand in one list with an entry, without those that are withdrawn. */
export const groupOf = (items: readonly OrderedItem[], entry: OrderedItem, among: Among): OrderedItem[] =>
  items.filter(
    (other) =>
      other.withdrawn_at === null &&
      (among === 'top' ? other.is_priority : other.sub_category_id === entry.sub_category_id),
  )

/**
 * Moves an entry one place up or down among all entries of its board, or to a place (from 1) of a list in which visitors see it. An
 * operator of one brand moves it among the brand's own, so that no other brand's list changes.
 * @throws NotFoundError
 */
export const moveEntry = command({
  input: z.union([entry.extend({ up: z.boolean() }), entry.extend({ among, place: z.int().min(1) })]),
  permit: onEntry,
  log: ({ id }) => ({ action: 'reorder', subject: id }),
  async run(call, input) {
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
  },
})

/** Shows an entry on the first page of the FAQ or not. A text that is being written follows. @throws NotFoundError */
export const setPriority = command({
  input: entry.extend({ priority: z.boolean() }),
  permit: onEntry,
  log: ({ id }) => ({ action: 'set-priority', subject: id }),
  async run(call, { board, id, priority }) {
    const { DB } = call.env
    const changed = await publishChange(call, [
      updateItemPriority(DB, board, id, priority),
      updateDraftPriority(DB, board, id, priority),
    ])
    if (changed[0] === 0 && changed[1] === 0) throw new NotFoundError('There is no such entry.')
  },
})

import { z } from 'zod'
import { updateDraftPriority } from '../../database/board-draft.ts'
import { itemsInOrder, updateItemOrder, updateItemPriority } from '../../database/board-item.ts'
import { readEntry } from '../../database/board-entry.ts'
import { NotFoundError } from '../../errors.ts'
import { command, UNCHANGED } from '../command.ts'
import { publishChange } from '../publish-change.ts'
import { entry } from './fields.ts'

/** The ids with one of them a place further up or down; null where it stands at that end already, or is none of them. */
export function movedByOne(ids: readonly string[], id: string, up: boolean): string[] | null {
  const from = ids.indexOf(id)
  const to = from + (up ? -1 : 1)
  const other = ids[to]
  return from < 0 || other === undefined ? null : ids.with(to, id).with(from, other)
}

/** Moves an entry one place up or down among all entries of its board, as the public list has them. @throws NotFoundError */
export const moveEntry = command({
  input: entry.extend({ up: z.boolean() }),
  log: ({ id }) => ({ action: 'reorder', subject: id }),
  async run(call, { board, id, up }) {
    const { DB } = call.env
    const moved = movedByOne(await itemsInOrder(DB, board), id, up)
    if (moved === null) {
      // At that end already, or not public yet.
      await readEntry(DB, board, id)
      return UNCHANGED
    }
    await publishChange(call, [updateItemOrder(DB, board, moved)])
  },
})

/** Shows an entry on the first page of the FAQ or not. A text that is being written follows. @throws NotFoundError */
export const setPriority = command({
  input: entry.extend({ priority: z.boolean() }),
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

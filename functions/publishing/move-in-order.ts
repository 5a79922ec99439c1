import { UNCHANGED, type Call } from '../calls/operator-call.ts'
import { ConflictError } from '../errors.ts'
import { publishChange } from './publish-change.ts'

/** How often a move is tried while others move something. */
const TRIES = 5

interface Order {
  /** Ids of everything that is in the order. */
  ids: readonly string[]
  /** Those among which something is moved, in their order; nothing else changes its place. */
  group?: readonly string[]
}

/**
 * Moves something one place up or down. The order is read, and written if it is still the same: of two people's moves at the same moment the
 * second is made on top of the first.
 * @param write the statement that writes an order over the one that was read, and nothing over another
 * @returns UNCHANGED where it stands at that end already, or is none of them
 * @throws ConflictError where others move something again and again
 */
export async function moveInOrder(
  call: Call,
  { id, up }: { id: string; up: boolean },
  read: () => Promise<Order>,
  write: (change: { before: readonly string[]; after: readonly string[] }) => D1PreparedStatement,
): Promise<typeof UNCHANGED | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { ids, group = ids } = await read()
    const from = group.indexOf(id)
    const other = group[from + (up ? -1 : 1)]
    if (from < 0 || other === undefined) return UNCHANGED
    const after = ids.with(ids.indexOf(other), id).with(ids.indexOf(id), other)
    const [moved] = await publishChange(call, [write({ before: ids, after })])
    if (moved !== 0) return undefined
  }
  throw new ConflictError('Others are changing this order. Try again.')
}

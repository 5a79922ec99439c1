/** What an attempt is of: an inquiry that was never tried, one that was, or the staged files that an inquiry waits for. */
export type AttemptKind = 'untried' | 'tried' | 'files'

/** The kind of an entry's next attempt, in SQL. */
export const KIND = "iif(needs_files, 'files', iif(attempts > 0, 'tried', 'untried'))"

/**
 * What stands first: fewest failures that say something of the inquiry itself, as those of an outage do not, so that nobody waits for one
 * that the upstream does not take; what its line had sent before it counts like them, so that nobody waits for the many of another line.
 */
export const ORDER = 'min(unknowns + refusals, 5) + turn'

const ORDER_OF = { first_by_turn: `${ORDER}, next_at`, due_of_kind: 'next_at' }

/** Which queued entries of an outbox are due. */
export class DueEntries {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Receipts of those that are due, the first ones of ORDER, then the longest due. @param running receipts to leave out */
  receipts(kind: AttemptKind, running: ReadonlySet<string>, now: number, limit: number): string[] {
    const at = this.nextAt(kind, running)
    if (at === null || at > now) return []
    return this.#queued(kind, 'first_by_turn', running, now, limit).map(({ receipt }) => receipt)
  }

  /** When the next one is due; null where none is queued. @param running receipts to leave out */
  nextAt(kind: AttemptKind, running: ReadonlySet<string>): number | null {
    return this.#queued(kind, 'due_of_kind', running, Number.MAX_SAFE_INTEGER, 1)[0]?.at ?? null
  }

  /** @param index gives the order */
  #queued(kind: AttemptKind, index: keyof typeof ORDER_OF, running: ReadonlySet<string>, now: number, limit: number) {
    return this.#sql
      .exec<{ receipt: string; at: number }>(
        `SELECT receipt, next_at AS at FROM inquiry INDEXED BY ${index} WHERE state = 'queued' AND ${KIND} = ? AND next_at <= ?
           AND receipt NOT IN (SELECT value FROM json_each(?)) ORDER BY ${ORDER_OF[index]} LIMIT ?`,
        kind,
        now,
        JSON.stringify([...running]),
        limit,
      )
      .toArray()
  }
}

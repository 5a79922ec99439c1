/** What an attempt is of: an inquiry that was never tried, one that was, or the staged files that an inquiry waits for. */
export type AttemptKind = 'untried' | 'tried' | 'files'

/** The kind of an entry's next attempt, in SQL. */
export const KIND = "iif(needs_files, 'files', iif(attempts > 0, 'tried', 'untried'))"

/** By its turn (schema.ts), or what has been due for longest. By its turn alone, whoever has a late one might wait for ever. */
const ORDERS = { of_kind_by_turn: 'turn, next_at', due_of_kind: 'next_at' }

/** Which queued entries of an outbox are due. */
export class DueEntries {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** The receipt of the one to attempt next; null where none is due. @param running receipts to leave out */
  next(kind: AttemptKind, running: ReadonlySet<string>, now: number, isByTurn: boolean): string | null {
    const longestDue = this.#first(kind, 'due_of_kind', running, now)
    // Its index would be read to the end where none is due.
    const first = longestDue && isByTurn ? this.#first(kind, 'of_kind_by_turn', running, now) : longestDue
    return first?.receipt ?? null
  }

  /** When the next one is due; null where none is queued. @param running receipts to leave out */
  nextAt(kind: AttemptKind, running: ReadonlySet<string>): number | null {
    return this.#first(kind, 'due_of_kind', running, Number.MAX_SAFE_INTEGER)?.at ?? null
  }

  /** @param index gives the order */
  #first(kind: AttemptKind, index: keyof typeof ORDERS, running: ReadonlySet<string>, now: number) {
    const [first] = this.#sql
      .exec<{ receipt: string; at: number }>(
        `SELECT receipt, next_at AS at FROM inquiry INDEXED BY ${index} WHERE state = 'queued' AND ${KIND} = ? AND next_at <= ?
           AND receipt NOT IN (SELECT value FROM json_each(?)) ORDER BY ${ORDERS[index]} LIMIT 1`,
        kind,
        now,
        JSON.stringify([...running]),
      )
      .toArray()
    return first
  }
}

import type { Failure } from './retry-schedule.ts'
import { Turns } from './turns.ts'

/** What an attempt is of: an inquiry that was never tried, one that was, or the staged files that an inquiry waits for. */
export type AttemptKind = 'untried' | 'tried' | 'files'

/** The kind of an entry's next attempt, in SQL. */
export const KIND = "iif(needs_files, 'files', iif(attempts > 0, 'tried', 'untried'))"

/** By its turn, or what is due first. */
const ORDERS = { of_kind_by_turn: 'turn, next_at', due_of_kind: 'next_at' }

/** Which queued entries of an outbox are due, and in which order. */
export class DueEntries {
  readonly #sql: SqlStorage
  readonly #turns: Record<AttemptKind, Turns>

  constructor(sql: SqlStorage) {
    this.#sql = sql
    const turns = (kind: AttemptKind) =>
      new Turns(sql, kind, this.#first(kind, 'of_kind_by_turn', new Set(), Number.MAX_SAFE_INTEGER)?.turn ?? null)
    this.#turns = { untried: turns('untried'), tried: turns('tried'), files: turns('files') }
  }

  /** Takes the one to attempt next: its receipt, or null where none is due. @param running receipts to leave out */
  take(kind: AttemptKind, running: ReadonlySet<string>, now: number): string | null {
    // The index by turn would be read to its end where none is due.
    if (!this.#first(kind, 'due_of_kind', running, now)) return null
    const first = () => this.#first(kind, 'of_kind_by_turn', running, now)
    return this.#turns[kind].take(first, ({ receipt }) => this.turnAgain(receipt))?.receipt ?? null
  }

  /** When the next one is due; null where none is queued. @param running receipts to leave out */
  nextAt(kind: AttemptKind, running: ReadonlySet<string>): number | null {
    return this.#first(kind, 'due_of_kind', running, Number.MAX_SAFE_INTEGER)?.at ?? null
  }

  /** The turn of a new entry. @param line whose it is */
  turnOf(kind: AttemptKind, line: string): number {
    return this.#turns[kind].next(line)
  }

  /** Gives an entry its next turn. @param failure of its last attempt; without one it has none of its kind yet, or its round is over */
  turnAgain(receipt: string, failure?: Failure): void {
    const [entry] = this.#sql
      .exec<{ kind: AttemptKind; line: string; own_failures: number }>(
        `SELECT ${KIND} AS kind, coalesce(line, receipt) AS line, own_failures FROM inquiry WHERE receipt = ?`,
        receipt,
      )
      .toArray()
    if (!entry) return
    const { kind, line, own_failures } = entry
    const turns = this.#turns[kind]
    const turn = failure ? turns.nextAfter(failure, own_failures, line) : turns.next(line)
    this.#sql.exec('UPDATE inquiry SET turn = ? WHERE receipt = ?', turn, receipt)
  }

  /** @param index gives the order */
  #first(kind: AttemptKind, index: keyof typeof ORDERS, running: ReadonlySet<string>, now: number) {
    const [first] = this.#sql
      .exec<{ receipt: string; at: number; turn: number }>(
        `SELECT receipt, next_at AS at, turn FROM inquiry INDEXED BY ${index} WHERE state = 'queued' AND ${KIND} = ? AND next_at <= ?
           AND receipt NOT IN (SELECT value FROM json_each(?)) ORDER BY ${ORDERS[index]} LIMIT 1`,
        kind,
        now,
        JSON.stringify([...running]),
      )
      .toArray()
    return first
  }
}

import type { Failure } from './retry-schedule.ts'

/** Lines of which the last turn is known. */
const LINES_MAX = 10_000
/** What the upstream does not answer holds a connection for half a minute. */
const ROUNDS: Record<Failure, number> = { unavailable: 1, refused: 1, unknown: 5 }
/** The most rounds that one failure makes an attempt later. */
const ROUNDS_MAX = 64

/**
 * The order of attempts of one kind: in a round each line that has something due gets one, however much it has sent. The lowest turn goes
 * first, and a turn lies behind the last one of its line, but never before the round that goes on. Source: start-time fair queueing,
 * doi.org/10.1145/248156.248171.
 */
export class Turns {
  readonly #sql: SqlStorage
  /** The setting that keeps the round for the next process. */
  readonly #name: string
  #round: number
  /** Those that have sent something last at the end. An LRU cache takes its memory at once, and each outbox has five of these. */
  readonly #lastOf = new Map<string, number>()

  /**
   * @param order names the kind
   * @param lowest turn of what waits; null where nothing does
   */
  constructor(sql: SqlStorage, order: string, lowest: number | null) {
    this.#sql = sql
    this.#name = `round of ${order}`
    const [kept] = sql.exec<{ value: string }>('SELECT value FROM setting WHERE name = ?', this.#name).toArray()
    // What has none yet, such as a row of a backup, has the turn 0.
    this.#round = Math.max(Number(kept?.value ?? 0), lowest ?? 0, 1)
  }

  /**
   * Takes what is attempted next; null where nothing is due. What was not due in its round gets another turn first, else a line would save
   * up turns.
   * @param first gives what is due and has the lowest turn
   * @param again gives such a one its next turn
   */
  take<Due extends { turn: number }>(first: () => Due | undefined, again: (late: Due) => void): Due | null {
    for (let due = first(); due; due = first()) {
      if (due.turn >= this.#round) {
        this.#round = due.turn
        return due
      }
      again(due)
    }
    return null
  }

  /** The turn of what a line sends, or of what is due after its round. */
  next(line: string): number {
    return this.#after(line, 1)
  }

  /**
   * The next turn of what has failed.
   * @param ownFailures how often while others were answered: each doubles the rounds that it waits, and that no other of its line does
   */
  nextAfter(failure: Failure, ownFailures: number, line: string): number {
    this.#sql.exec(
      'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      this.#name,
      String(this.#round),
    )
    const rounds = ROUNDS[failure]
    return this.#after(line, rounds) - rounds + Math.min(ROUNDS_MAX, rounds * 2 ** ownFailures)
  }

  #after(line: string, rounds: number): number {
    const turn = Math.max(this.#round, this.#lastOf.get(line) ?? 0) + rounds
    this.#lastOf.delete(line)
    this.#lastOf.set(line, turn)
    const [oldest] = this.#lastOf.keys()
    if (this.#lastOf.size > LINES_MAX && oldest !== undefined) this.#lastOf.delete(oldest)
    return turn
  }
}

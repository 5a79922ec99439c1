/**
 * What an attempt is of. `inquiry`: an inquiry. `doubtful`: one on which the upstream has failed while it took others. `files`: the staged
 * files that an inquiry waits for.
 */
export type AttemptKind = 'inquiry' | 'doubtful' | 'files'

const OF_KIND: Record<AttemptKind, string> = {
  inquiry: 'needs_files = 0 AND doubtful = 0',
  doubtful: 'needs_files = 0 AND doubtful = 1',
  files: 'needs_files = 1',
}

/** Whether the upstream has taken another inquiry since this one was accepted. */
export const OTHERS_ARRIVED = `accepted_at < coalesce((SELECT max(delivered_at) FROM inquiry WHERE delivered_at IS NOT NULL), 0)`

/** Which queued entries of an outbox are due. */
export class DueEntries {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /**
   * Receipts of those that are due. What was never tried comes first, so that nobody waits for an inquiry on which the upstream fails, and of
   * it what its client sent first, so that nobody waits for the many of another one; then the longest due.
   * @param running receipts to leave out
   */
  receipts(kind: AttemptKind, running: ReadonlySet<string>, now: number, limit: number): string[] {
    const untried = this.#queued(`${OF_KIND[kind]} AND attempts = 0`, 'turn, next_at', running, now, limit)
    const tried = this.#queued(`${OF_KIND[kind]} AND attempts > 0`, 'next_at', running, now, limit - untried.length)
    return [...untried, ...tried].map(({ receipt }) => receipt)
  }

  /** When the next one is due; null where none is queued. @param running receipts to leave out */
  nextAt(kind: AttemptKind, running: ReadonlySet<string>): number | null {
    return this.#queued(OF_KIND[kind], 'next_at', running, Number.MAX_SAFE_INTEGER, 1)[0]?.at ?? null
  }

  #queued(condition: string, order: string, running: ReadonlySet<string>, now: number, limit: number) {
    if (limit <= 0) return []
    return this.#sql
      .exec<{ receipt: string; at: number }>(
        `SELECT receipt, next_at AS at FROM inquiry WHERE state = 'queued' AND ${condition} AND next_at <= ?
           AND receipt NOT IN (SELECT value FROM json_each(?)) ORDER BY ${order} LIMIT ?`,
        now,
        JSON.stringify([...running]),
        limit,
      )
      .toArray()
  }
}

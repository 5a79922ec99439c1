import type { Waiting } from './mailer.ts'
import type { HistoryAndCounts } from './history-and-counts.ts'

const MINUTE = 60_000
/** A queued inquiry that is older is told to the operator. */
const OLD_MS = 15 * MINUTE

/** Tells the operator by error-level log lines when inquiries wait for long, become undelivered or are missing. */
export class Backlog {
  readonly #brandId: string
  readonly #records: HistoryAndCounts
  #reportedAt = 0
  #hasNewUndelivered = false

  constructor(brandId: string, records: HistoryAndCounts) {
    this.#brandId = brandId
    this.#records = records
  }

  /** An inquiry has become undelivered: the next report says so. */
  undelivered(): void {
    this.#hasNewUndelivered = true
  }

  /**
   * Logs the depth of the queue and the age of its oldest inquiry where one of them needs a person, at most once a minute.
   * @returns what waits, for the alert by mail
   */
  report(now: number): Waiting {
    const { queued, undelivered, oldestQueuedAt, lastFailure } = this.#records.counts()
    const ageMs = oldestQueuedAt === null ? 0 : now - Date.parse(oldestQueuedAt)
    const isDelayed = ageMs > OLD_MS
    const othersSince = isDelayed ? this.#records.oldestOther(now - OLD_MS) : null
    const waiting = { queued, lastFailure, isDelayed, othersSince }
    const isNews = this.#hasNewUndelivered || waiting.isDelayed
    if (!isNews || Math.abs(now - this.#reportedAt) < MINUTE) return waiting
    this.#write(this.#hasNewUndelivered ? 'undelivered' : 'delayed', {
      queued,
      undelivered,
      oldest_queued_seconds: Math.round(ageMs / 1000),
      last_failure: lastFailure,
    })
    this.#reportedAt = now
    this.#hasNewUndelivered = false
    return waiting
  }

  /**
   * Conservation: accepted = waiting + delivered + undelivered + destroyed, and each inquiry that waits or is undelivered has its row.
   * A difference means that an inquiry was lost, and is logged.
   */
  checkConservation(): void {
    const { oldestQueuedAt: _oldest, lastFailure: _failure, everDelivered: _ever, ...counts } = this.#records.counts()
    const rows = this.#records.countedRows()
    const { accepted, queued, delivered, undelivered, destroyed } = counts
    const isKept = accepted === queued + delivered + undelivered + destroyed
    if (isKept && rows.queued === queued && rows.undelivered === undelivered) return
    this.#write('conservation', { counters: counts, rows })
  }

  #write(code: string, fields: object): void {
    console.error(
      JSON.stringify({ level: 'error', request_id: null, method: 'OUTBOX', code, brand_id: this.#brandId, ...fields }),
    )
  }
}

import { type Entry, readEntries } from './entry.ts'
import type { InquiryRecord } from '../database/inquiry-record.ts'
import { MARKED_AS_SPAM, type ShownSignal } from '../contract/spam-signals.ts'
import type { PayloadFacts } from './payload.ts'

/** A copy that failed is tried again after a minute. */
export const REPEATED_MS = 60_000
/** Rows of D1 may be ahead of a backup by what changed while it was read. */
export const RESTORED_VERSIONS = 1_000_000

/** The first copy of an inquiry waits for the outcome of its first attempt, as long as a visitor does. */
const IS_RIPE = "(copied_version > 0 OR attempts > 0 OR state <> 'queued')"

const signalsOf = (row: InquiryRecord) => JSON.parse(row.spam_signals) as ShownSignal[]
const time = (text: string | null) => (text === null ? null : Date.parse(text))

/** What the outbox knows of the rows of its inquiries in D1. Each method is one transaction. */
export class CopyStore {
  readonly #sql: SqlStorage
  /** Milliseconds after which the first copy waits no longer. */
  readonly #waitMs: number

  constructor(sql: SqlStorage, waitMs: number) {
    this.#sql = sql
    this.#waitMs = waitMs
  }

  byReceipt(receipt: string): Entry | null {
    return readEntries(this.#sql, 'WHERE receipt = ?', receipt)[0] ?? null
  }

  /** Whether the row in D1 lacks a change of an entry. */
  isPending(receipt: string): boolean {
    return readEntries(this.#sql, 'WHERE receipt = ? AND version > copied_version AND canary = 0', receipt).length > 0
  }

  /** Entries whose row lacks a change, the newest first, so that those of older builds delay none. @param but receipts to leave out */
  pending(now: number, limit: number, but: ReadonlySet<string>): Entry[] {
    return readEntries(
      this.#sql,
      `WHERE version > copied_version AND canary = 0 AND (${IS_RIPE} OR abs(? - accepted_at) >= ?)
         AND receipt NOT IN (SELECT value FROM json_each(?)) ORDER BY accepted_at DESC LIMIT ?`,
      now,
      this.#waitMs,
      JSON.stringify([...but]),
      limit,
    )
  }

  /**
   * When there is anything to be copied; null while D1 lacks nothing. First copies wait for each other, so that a second's many inquiries
   * are one call of D1 and not as many.
   */
  nextAt(now: number): number | null {
    const first = `SELECT ${IS_RIPE} OR abs(? - accepted_at) >= ? AS isRipe FROM inquiry WHERE version > copied_version AND canary = 0
      ORDER BY accepted_at LIMIT 1`
    const [row] = this.#sql.exec<{ isRipe: number }>(first, now, this.#waitMs).toArray()
    return row ? now + (row.isRipe ? REPEATED_MS : this.#waitMs) : null
  }

  /** Notes the version that the row of an inquiry has now. */
  copied(receipt: string, version: number): void {
    this.#sql.exec('UPDATE inquiry SET copied_version = ? WHERE receipt = ?', version, receipt)
  }

  /** Notes whether the site's own upstream has received an inquiry that an older build delivered. */
  received(receipt: string, isHere: boolean): void {
    this.#sql.exec('UPDATE inquiry SET received_here = ? WHERE receipt = ?', Number(isHere), receipt)
  }

  /** Has an entry written again, with a version above another one. */
  raise(receipt: string, above: number): void {
    this.#sql.exec('UPDATE inquiry SET version = max(version, ?) + 1 WHERE receipt = ?', above, receipt)
  }

  /** After a restore: everything is written again, with versions above those of the rows. */
  raiseAll(): void {
    this.#sql.exec(`UPDATE inquiry SET version = version + ${RESTORED_VERSIONS}, copied_version = 0`)
  }

  /** Has entries of older builds written, the newest first: an inquiry that a remote upstream took had no row. @returns their number */
  raiseOlder(limit: number): number {
    const receipts = this.#sql
      .exec<{ receipt: string }>(
        'SELECT receipt FROM inquiry WHERE version = 1 AND payload IS NULL AND canary = 0 ORDER BY accepted_at DESC LIMIT ?',
        limit,
      )
      .toArray()
    for (const { receipt } of receipts) this.raise(receipt, 1)
    return receipts.length
  }

  /**
   * Takes over what the release before this one has changed in a row, and has the row written again. Only a mark can have changed without
   * its outbox. A row without an entry gets one; the counters count those that this outbox cannot have counted before.
   */
  takeOver(row: InquiryRecord): void {
    const { receipt, version } = row
    const entry = this.byReceipt(receipt)
    if (!entry) this.#adopt(row)
    else if (entry.state === 'undelivered' || entry.state === 'delivered') {
      const [own, shown] = [entry.processedAt, time(row.processed_at)]
      // Without its mark, or with an earlier one, the row is either older than the mark here or had it changed.
      const isNewer = entry.version > entry.copiedVersion && (shown === null || (own !== null && own > shown))
      if (!isNewer)
        this.#sql.exec(
          'UPDATE inquiry SET processed_at = ?, destroy_at = ?, is_spam = ? WHERE receipt = ?',
          shown,
          time(row.destroy_at),
          Number(shown !== null && signalsOf(row).includes(MARKED_AS_SPAM)),
          receipt,
        )
      // Only the site's own upstream has stored a notification.
      if (entry.state === 'delivered' && (entry.receivedHere === null || row.contents !== null))
        this.received(receipt, row.contents !== null)
    }
    this.raise(receipt, version)
  }

  /** The entry of a row that has none. Its contents stay in the row; what was said about it is for the store of messages to take over. */
  #adopt(row: InquiryRecord): void {
    const isDelivered = row.delivered_at !== null || row.state === 'new' || row.state === 'delivered'
    const signals = signalsOf(row)
    const state = row.state === 'destroyed' ? 'destroyed' : isDelivered ? 'delivered' : 'undelivered'
    this.#sql.exec(
      `INSERT INTO inquiry (receipt, key, state, accepted_at, delivered_at, processed_at, destroy_at, destroyed_at, attempts,
         last_failure, received_here, facts, version, is_spam, copied_version)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
      row.receipt,
      `row ${row.receipt}`,
      state,
      Date.parse(row.accepted_at),
      time(row.delivered_at),
      time(row.processed_at),
      time(row.destroy_at),
      time(row.destroyed_at),
      row.attempts,
      row.last_failure,
      Number(state === 'delivered' && row.subject !== null),
      JSON.stringify({
        whiteLabel: row.white_label,
        kind: row.kind,
        locale: row.locale,
        privacyVersion: row.privacy_version,
        spamSignals: signals.filter((signal) => signal !== MARKED_AS_SPAM),
        processedMonths: row.processed_months,
      } satisfies PayloadFacts),
      Math.max(row.version, 1),
      Number(signals.includes(MARKED_AS_SPAM)),
    )
    // A delivered inquiry was counted before its entry was purged.
    if (state !== 'undelivered') return
    for (const name of ['accepted', state])
      this.#sql.exec(
        'INSERT INTO counter (name, value) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1',
        name,
      )
  }
}

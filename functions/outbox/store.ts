import type { InquiryBody, InquiryState } from '../contract/inquiry.ts'
import type { Remark } from '../inquiry/spam-signal.ts'

/** All that a delivery needs; deleted once it has succeeded. */
export interface Payload {
  inquiry: InquiryBody
  whiteLabel: string
  /** Origin of the brand, for the download links in the notification. */
  origin: string
  requestId: string
  /** Every upload this inquiry names, for cleaning up after it. */
  uploads: string[]
  /** What speaks for a machine; missing in what an older version has kept. */
  remarks?: Remark[]
}

export interface Entry {
  receipt: string
  key: string
  state: InquiryState
  acceptedAt: number
  deliveredAt: number | null
  attempts: number
  payload: Payload | null
}

type Row = {
  receipt: string
  key: string
  state: InquiryState
  accepted_at: number
  delivered_at: number | null
  attempts: number
  payload: string | null
}

/** The outbox's book: one row an inquiry, in the object's own SQLite. Times are milliseconds since epoch. */
export class Ledger {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`
      CREATE TABLE IF NOT EXISTS inquiry (
        receipt TEXT PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL,
        accepted_at INTEGER NOT NULL,
        delivered_at INTEGER,
        attempts INTEGER NOT NULL DEFAULT 0,
        next_at INTEGER,
        payload TEXT
      );
      CREATE INDEX IF NOT EXISTS due ON inquiry (next_at) WHERE state = 'queued'`)
  }

  byKey(key: string): Entry | null {
    return this.#one('SELECT * FROM inquiry WHERE key = ?', key)
  }

  byReceipt(receipt: string): Entry | null {
    return this.#one('SELECT * FROM inquiry WHERE receipt = ?', receipt)
  }

  /** Queued entries whose time has come, the longest due first. */
  due(now: number, limit: number): Entry[] {
    return this.#sql
      .exec<Row>("SELECT * FROM inquiry WHERE state = 'queued' AND next_at <= ? ORDER BY next_at LIMIT ?", now, limit)
      .toArray()
      .map(entryOf)
  }

  /** When the next queued entry is due; null where none waits. */
  nextDue(): number | null {
    const [row] = this.#sql
      .exec<{ at: number | null }>("SELECT min(next_at) AS at FROM inquiry WHERE state = 'queued'")
      .toArray()
    return row?.at ?? null
  }

  add(entry: { receipt: string; key: string; acceptedAt: number; nextAt: number; payload: Payload }): void {
    this.#sql.exec(
      "INSERT INTO inquiry (receipt, key, state, accepted_at, next_at, payload) VALUES (?, ?, 'queued', ?, ?, ?)",
      entry.receipt,
      entry.key,
      entry.acceptedAt,
      entry.nextAt,
      JSON.stringify(entry.payload),
    )
  }

  /** Keeps what a delivery has achieved so far, so that the next attempt does not do it again. */
  progress(receipt: string, payload: Payload): void {
    this.#sql.exec('UPDATE inquiry SET payload = ? WHERE receipt = ?', JSON.stringify(payload), receipt)
  }

  delivered(receipt: string, now: number): void {
    this.#sql.exec(
      "UPDATE inquiry SET state = 'delivered', delivered_at = ?, next_at = NULL, payload = NULL WHERE receipt = ?",
      now,
      receipt,
    )
  }

  failed(receipt: string, attempts: number, nextAt: number): void {
    this.#sql.exec('UPDATE inquiry SET attempts = ?, next_at = ? WHERE receipt = ?', attempts, nextAt, receipt)
  }

  /** Uploads and file references of all that is not delivered: what R2 still has to hold. */
  keeping(): { uploads: string[]; references: string[] } {
    const of = (path: string) =>
      this.#sql
        .exec<{ id: string }>(
          'SELECT value AS id FROM inquiry, json_each(payload, ?) WHERE payload IS NOT NULL AND value IS NOT NULL',
          path,
        )
        .toArray()
        .map(({ id }) => id)
    return {
      uploads: of('$.uploads'),
      references: [...of('$.inquiry.file_ref_id'), ...of('$.inquiry.file_ref_id_homepage')],
    }
  }

  /** Forgets what a parked inquiry said; its receipt stays. */
  forget(receipt: string): void {
    this.#sql.exec("UPDATE inquiry SET payload = NULL WHERE receipt = ? AND state = 'undelivered'", receipt)
  }

  parked(receipt: string): void {
    this.#sql.exec("UPDATE inquiry SET state = 'undelivered', next_at = NULL WHERE receipt = ?", receipt)
  }

  #one(query: string, value: string): Entry | null {
    const [row] = this.#sql.exec<Row>(query, value).toArray()
    return row ? entryOf(row) : null
  }
}

function entryOf(row: Row): Entry {
  return {
    receipt: row.receipt,
    key: row.key,
    state: row.state,
    acceptedAt: row.accepted_at,
    deliveredAt: row.delivered_at,
    attempts: row.attempts,
    payload: row.payload === null ? null : (JSON.parse(row.payload) as Payload),
  }
}

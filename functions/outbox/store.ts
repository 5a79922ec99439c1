import type { InquiryBody, InquiryState } from '../contract/inquiry.ts'

/**
 * Why an accepted inquiry may be spam; the notification says so. The values are stored, so they stay. `hasty`: submitted too fast.
 * `unproven`: without a Turnstile token, to a brand that asks for one. `unchecked`: the token could not be verified.
 */
export type SpamSignal = 'hasty' | 'unproven' | 'unchecked'

/** Everything that a delivery needs, stored as JSON and deleted once it has succeeded. */
export interface Payload {
  inquiry: InquiryBody
  whiteLabel: string
  /** Origin of the brand, for the download links in the notification. */
  origin: string
  requestId: string
  /** Ids of all staged uploads of the inquiry, deleted after delivery. */
  uploads: string[]
  /** Spam signals, under the name in which they are stored; older builds stored none. */
  remarks?: SpamSignal[]
}

/** One row of the store. Times are milliseconds since epoch. */
export interface Entry {
  receipt: string
  key: string
  state: InquiryState
  acceptedAt: number
  deliveredAt: number | null
  attempts: number
  payload: Payload | null
}

/** The inquiries of one brand, in the SQLite database of its Durable Object. */
export class OutboxStore {
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
    return this.#entryWhere('key = ?', key)
  }

  byReceipt(receipt: string): Entry | null {
    return this.#entryWhere('receipt = ?', receipt)
  }

  /** Receipts of the queued entries that are due, the oldest first. */
  due(now: number, limit: number): string[] {
    return this.#sql
      .exec<{
        receipt: string
      }>("SELECT receipt FROM inquiry WHERE state = 'queued' AND next_at <= ? ORDER BY next_at LIMIT ?", now, limit)
      .toArray()
      .map(({ receipt }) => receipt)
  }

  /** When the next queued entry is due; null where none is queued. */
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

  /** Stores the progress of a delivery, so that the next attempt does not repeat it. */
  updatePayload(receipt: string, payload: Payload): void {
    this.#sql.exec('UPDATE inquiry SET payload = ? WHERE receipt = ?', JSON.stringify(payload), receipt)
  }

  markDelivered(receipt: string, now: number): void {
    this.#sql.exec(
      "UPDATE inquiry SET state = 'delivered', delivered_at = ?, next_at = NULL, payload = NULL WHERE receipt = ?",
      now,
      receipt,
    )
  }

  markUndelivered(receipt: string): void {
    this.#sql.exec("UPDATE inquiry SET state = 'undelivered', next_at = NULL WHERE receipt = ?", receipt)
  }

  postpone(receipt: string, attempts: number, nextAt: number): void {
    this.#sql.exec('UPDATE inquiry SET attempts = ?, next_at = ? WHERE receipt = ?', attempts, nextAt, receipt)
  }

  /** Deletes the contents of an undelivered inquiry; its receipt stays. */
  erase(receipt: string): void {
    this.#sql.exec("UPDATE inquiry SET payload = NULL WHERE receipt = ? AND state = 'undelivered'", receipt)
  }

  /** Uploads and file references of all inquiries that are not delivered: R2 must keep their files. */
  filesInUse(): { uploads: string[]; references: string[] } {
    const ids = (path: string) =>
      this.#sql
        .exec<{ id: string }>(
          'SELECT value AS id FROM inquiry, json_each(payload, ?) WHERE payload IS NOT NULL AND value IS NOT NULL',
          path,
        )
        .toArray()
        .map(({ id }) => id)
    return {
      uploads: ids('$.uploads'),
      references: [...ids('$.inquiry.file_ref_id'), ...ids('$.inquiry.file_ref_id_homepage')],
    }
  }

  #entryWhere(condition: string, value: string): Entry | null {
    const [row] = this.#sql
      .exec<Omit<Entry, 'payload'> & { payload: string | null }>(
        `SELECT receipt, key, state, accepted_at AS acceptedAt, delivered_at AS deliveredAt, attempts, payload FROM inquiry WHERE ${condition}`,
        value,
      )
      .toArray()
    return row ? { ...row, payload: row.payload === null ? null : (JSON.parse(row.payload) as Payload) } : null
  }
}

/** Copies an inquiry that could not be delivered into D1, where `npm run inquiries` lists it. Idempotent. */
export async function writeDeadLetter(db: D1Database, { receipt, acceptedAt }: Entry, payload: Payload): Promise<void> {
  await db
    .prepare(
      'INSERT INTO undelivered_inquiry (receipt, accepted_at, white_label, payload) VALUES (?, ?, ?, ?) ON CONFLICT (receipt) DO NOTHING',
    )
    .bind(receipt, new Date(acceptedAt).toISOString(), payload.whiteLabel, JSON.stringify(payload))
    .run()
}

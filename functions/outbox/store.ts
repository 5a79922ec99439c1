import type { InquiryState } from '../contract/inquiry.ts'
import type { Payload } from './payload.ts'
import type { Failure } from './retry-schedule.ts'
import { createTables } from './schema.ts'

/** One row of the store. Times are milliseconds since epoch. */
export interface Entry {
  receipt: string
  key: string
  state: InquiryState
  acceptedAt: number
  deliveredAt: number | null
  destroyedAt: number | null
  retriedAt: number | null
  retryRequest: string | null
  attempts: number
  unknowns: number
  refusals: number
  lastFailure: string | null
  filesWaitedMs: number
  filesAnsweredAt: number | null
  /** JSON array of the file columns that were delivered; null before, and in rows of older builds. */
  sentFiles: string | null
  copyPending: number
  payload: Payload | null
}

/** An entry whose contents are still there. */
export type OpenEntry = Entry & { payload: Payload }

/** What may happen to an inquiry, in the words of its history. */
export type EventName = 'accepted' | 'attempt' | 'delivered' | 'undelivered' | 'retried' | 'files' | 'destroyed'

/** Events kept of one inquiry; an upstream that is down for days causes thousands of attempts. */
const EVENTS_MAX = 100

const COLUMNS = `receipt, key, state, accepted_at AS acceptedAt, delivered_at AS deliveredAt, destroyed_at AS destroyedAt,
  retried_at AS retriedAt, retry_request AS retryRequest, attempts, unknowns, refusals, last_failure AS lastFailure,
  files_waited_ms AS filesWaitedMs, files_answered_at AS filesAnsweredAt, sent_files AS sentFiles, copy_pending AS copyPending, payload`

/** The inquiries of one brand, in the SQLite database of its Durable Object. Each method is one transaction. */
export class OutboxStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    createTables(sql)
  }

  byKey(key: string): Entry | null {
    return this.#entries('WHERE key = ?', key)[0] ?? null
  }

  byReceipt(receipt: string): Entry | null {
    return this.#entries('WHERE receipt = ?', receipt)[0] ?? null
  }

  /** Receipts of the queued entries that are due in a lane, the longest due first. @param running receipts to leave out */
  due(needsFiles: boolean, running: ReadonlySet<string>, now: number, limit: number): string[] {
    return this.#queued(needsFiles, running, now, limit).map(({ receipt }) => receipt)
  }

  /** When the next queued entry of a lane is due; null where none is queued. @param running receipts to leave out */
  nextDue(needsFiles: boolean, running: ReadonlySet<string>): number | null {
    return this.#queued(needsFiles, running, Number.MAX_SAFE_INTEGER, 1)[0]?.at ?? null
  }

  /** Entries whose attempt began in a process that ended before its outcome was known. */
  interrupted(): Entry[] {
    return this.#entries("WHERE attempt_started_at IS NOT NULL AND state = 'queued'")
  }

  add(entry: { receipt: string; key: string; acceptedAt: number; nextAt: number; payload: Payload }): void {
    const { receipt, key, acceptedAt, nextAt, payload } = entry
    this.#sql.exec(
      `INSERT INTO inquiry (receipt, key, state, accepted_at, next_at, payload, needs_files, canary) VALUES (?, ?, 'queued', ?, ?, ?, ?, ?)`,
      receipt,
      key,
      acceptedAt,
      nextAt,
      JSON.stringify(payload),
      Number(payload.inquiry.held_files.length > 0),
      Number(payload.canary ?? false),
    )
    if (payload.canary) return
    this.#count('accepted', 1)
    this.#count('queued', 1)
  }

  /** Stores the progress of a delivery, so that the next attempt does not repeat it. */
  updatePayload(receipt: string, payload: Payload): void {
    this.#sql.exec(
      'UPDATE inquiry SET payload = ?, needs_files = ?, copy_pending = copy_pending + 1 WHERE receipt = ? AND payload IS NOT NULL',
      JSON.stringify(payload),
      Number(payload.inquiry.held_files.length > 0),
      receipt,
    )
  }

  /** Notes that from now on the upstream may get the inquiry. */
  attemptStarted(receipt: string, now: number): void {
    this.#sql.exec('UPDATE inquiry SET attempt_started_at = ? WHERE receipt = ?', now, receipt)
  }

  /** Notes a failed attempt. @param nextAt null makes the entry undelivered */
  fail(receipt: string, failure: Failure, reason: string, now: number, nextAt: number | null): void {
    const entry = this.byReceipt(receipt)
    if (entry?.state !== 'queued') return
    this.#sql.exec(
      `UPDATE inquiry SET state = ?, next_at = ?, attempt_started_at = NULL, attempts = attempts + 1, unknowns = unknowns + ?,
         refusals = refusals + ?, last_failure = ?, copy_pending = copy_pending + 1 WHERE receipt = ?`,
      nextAt === null ? 'undelivered' : 'queued',
      nextAt,
      Number(failure === 'unknown'),
      Number(failure === 'refused'),
      reason,
      receipt,
    )
    this.addEvent(receipt, now, 'attempt', reason)
    if (nextAt !== null) return
    this.addEvent(receipt, now, 'undelivered', reason)
    this.#move(entry, 'undelivered')
  }

  /** Notes how long the staged files of an entry have waited. */
  filesWaited(receipt: string, waitedMs: number, answeredAt: number | null): void {
    this.#sql.exec(
      'UPDATE inquiry SET files_waited_ms = ?, files_answered_at = ? WHERE receipt = ?',
      waitedMs,
      answeredAt,
      receipt,
    )
  }

  /** Makes an entry due whose files are settled. */
  filesSettled(receipt: string, now: number): void {
    this.#sql.exec("UPDATE inquiry SET next_at = ? WHERE receipt = ? AND state = 'queued'", now, receipt)
    this.addEvent(receipt, now, 'files', null)
  }

  /** @returns false where the entry was not queued any more */
  markDelivered(receipt: string, now: number): boolean {
    const entry = this.byReceipt(receipt)
    if (entry?.state !== 'queued') return false
    const keepsFiles = (entry.payload?.kept ?? []).length > 0
    const sent = (['file_ref_id', 'file_ref_id_homepage'] as const).filter(
      (name) => entry.payload?.inquiry[name] ?? null,
    )
    this.#sql.exec(
      `UPDATE inquiry SET state = 'delivered', delivered_at = ?, next_at = NULL, attempt_started_at = NULL, sent_files = ?,
         copy_pending = copy_pending + 1, payload = CASE WHEN ? THEN payload END WHERE receipt = ?`,
      now,
      JSON.stringify(sent),
      Number(keepsFiles),
      receipt,
    )
    this.#move(entry, 'delivered')
    return true
  }

  /** Queues an entry again, with all its tries. @param request of the operator; taken up once */
  retry(receipt: string, now: number, request: string | null): boolean {
    const entry = this.byReceipt(receipt)
    if (!entry?.payload || (entry.state !== 'undelivered' && entry.state !== 'queued')) return false
    if (request !== null && entry.retryRequest === request) return true
    this.#sql.exec(
      `UPDATE inquiry SET state = 'queued', next_at = ?, retried_at = ?, retry_request = ?, unknowns = 0, refusals = 0,
         copy_pending = copy_pending + 1 WHERE receipt = ?`,
      now,
      now,
      request,
      receipt,
    )
    this.addEvent(receipt, now, 'retried', null)
    this.#move(entry, 'queued')
    return true
  }

  /** Deletes the contents of an entry; its receipt stays. */
  destroy(receipt: string, now: number): boolean {
    const entry = this.byReceipt(receipt)
    if (!entry || entry.state === 'destroyed') return false
    this.#sql.exec(
      `UPDATE inquiry SET state = 'destroyed', destroyed_at = ?, next_at = NULL, attempt_started_at = NULL, payload = NULL,
         last_failure = NULL, copy_pending = copy_pending + 1 WHERE receipt = ?`,
      now,
      receipt,
    )
    this.#move(entry, 'destroyed')
    return true
  }

  /** Entries whose copy in D1 lacks a change. */
  withPendingCopy(limit: number): Entry[] {
    return this.#entries('WHERE copy_pending > 0 LIMIT ?', limit)
  }

  /** Has the copy of an entry in D1 written. */
  requestCopy(receipt: string): void {
    this.#sql.exec('UPDATE inquiry SET copy_pending = copy_pending + 1 WHERE receipt = ?', receipt)
  }

  /** Notes that the copy is as the entry was; a later change stays pending. */
  copyWritten({ receipt, copyPending }: Entry): void {
    this.#sql.exec('UPDATE inquiry SET copy_pending = 0 WHERE receipt = ? AND copy_pending = ?', receipt, copyPending)
  }

  hasQueued(): boolean {
    return this.#rows("SELECT 1 FROM inquiry WHERE state = 'queued' LIMIT 1").length > 0
  }

  /** Whether anything here is, or has to be, in D1 too. */
  hasCopies(): boolean {
    const exists = (condition: string) => this.#rows(`SELECT 1 FROM inquiry WHERE ${condition} LIMIT 1`).length > 0
    return exists('copy_pending > 0') || exists("state = 'undelivered'")
  }

  /** Uploads and file references of all inquiries whose contents are still here: R2 must keep their files. */
  filesInUse(): { uploads: string[]; references: string[] } {
    const ids = (path: string) =>
      this.#rows<{ id: string }>(
        'SELECT value AS id FROM inquiry, json_each(payload, ?) WHERE payload IS NOT NULL AND value IS NOT NULL',
        path,
      ).map(({ id }) => id)
    return {
      uploads: ids('$.uploads'),
      references: [...ids('$.inquiry.file_ref_id'), ...ids('$.inquiry.file_ref_id_homepage')],
    }
  }

  addEvent(receipt: string, at: number, event: EventName, detail: string | null): void {
    this.#sql.exec('INSERT INTO event (receipt, at, event, detail) VALUES (?, ?, ?, ?)', receipt, at, event, detail)
    this.#sql.exec(
      `DELETE FROM event WHERE rowid IN (SELECT rowid FROM event WHERE receipt = ? ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ${EVENTS_MAX})`,
      receipt,
    )
  }

  setting(name: string): string | null {
    return this.#rows<{ value: string }>('SELECT value FROM setting WHERE name = ?', name)[0]?.value ?? null
  }

  setSetting(name: string, value: string): void {
    this.#sql.exec(
      'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      name,
      value,
    )
  }

  #queued(needsFiles: boolean, running: ReadonlySet<string>, now: number, limit: number) {
    return this.#rows<{ receipt: string; at: number }>(
      `SELECT receipt, next_at AS at FROM inquiry WHERE state = 'queued' AND needs_files = ? AND next_at <= ?
         AND receipt NOT IN (SELECT value FROM json_each(?)) ORDER BY next_at LIMIT ?`,
      Number(needsFiles),
      now,
      JSON.stringify([...running]),
      limit,
    )
  }

  #move({ state, payload, receipt }: Entry, to: InquiryState): void {
    if (state === to || (payload?.canary ?? this.#isCanary(receipt))) return
    this.#count(state, -1)
    this.#count(to, 1)
  }

  #isCanary(receipt: string): boolean {
    return this.#rows('SELECT 1 FROM inquiry WHERE receipt = ? AND canary = 1', receipt).length > 0
  }

  #count(name: string, change: number): void {
    this.#sql.exec(
      'INSERT INTO counter (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value',
      name,
      change,
    )
  }

  #entries(condition: string, ...values: SqlStorageValue[]): Entry[] {
    return this.#rows<Omit<Entry, 'payload'> & { payload: string | null }>(
      `SELECT ${COLUMNS} FROM inquiry ${condition}`,
      ...values,
    ).map((row) => ({ ...row, payload: row.payload === null ? null : (JSON.parse(row.payload) as Payload) }))
  }

  #rows<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql.exec<Row>(query, ...values).toArray()
  }
}

import type { InquiryState } from '../contract/inquiry-body.ts'
import { monthsAfter, PROCESSED_MONTHS } from '../contract/retention.ts'
import { type Entry, readEntries } from './entry.ts'
import { ENDED_KEY } from './accepted-keys.ts'
import { DueEntries } from './due-entries.ts'
import { factsOfPayload, type Payload } from './payload.ts'
import type { Failure } from './retry-schedule.ts'
import { FilesInUseStore } from './files-in-use.ts'
import { createTables } from './schema.ts'

/** What may happen to an inquiry, in the words of its history. */
export type EventName = 'accepted' | 'attempt' | 'delivered' | 'undelivered' | 'retried' | 'files' | 'destroyed'

/** Setting that holds the id of the brand. */
const BRAND = 'brand'

/** The line of what operators have had sent again: however many they are, they delay others as those of one client do. */
const SENT_AGAIN = 'sent again'

/** Events kept of one inquiry; an upstream that is down for days causes thousands of attempts. */
const EVENTS_MAX = 100

/** An inquiry as it is accepted. Times are milliseconds since epoch. */
export interface NewEntry {
  receipt: string
  key: string
  keyEndsAt: number
  typedHash: string
  acceptedAt: number
  nextAt: number
  /** Receipt of the first that the same line has sent, or its own. */
  line: string
  payload: Payload
}

/** The inquiries of one brand, in the SQLite database of its Durable Object. Each method is one transaction. */
export class OutboxStore {
  readonly #sql: SqlStorage
  /** See DueEntries. */
  readonly due: DueEntries

  constructor(sql: SqlStorage) {
    this.#sql = sql
    createTables(sql)
    this.due = new DueEntries(sql)
  }

  byReceipt(receipt: string): Entry | null {
    return readEntries(this.#sql, 'WHERE receipt = ?', receipt)[0] ?? null
  }

  /** See FilesInUseStore. */
  get filesInUse(): FilesInUseStore {
    return new FilesInUseStore(this.#sql)
  }

  /** Entries whose attempt began in a process that ended before its outcome was known. */
  interrupted(): Entry[] {
    return readEntries(this.#sql, "WHERE attempt_started_at IS NOT NULL AND state = 'queued'")
  }

  add(entry: NewEntry): void {
    const { receipt, key, keyEndsAt, typedHash, acceptedAt, nextAt, line, payload } = entry
    const needsFiles = payload.inquiry.held_files.length > 0
    this.#sql.exec(
      `INSERT INTO inquiry (receipt, key, key_ends_at, typed_hash, state, accepted_at, next_at, turn, line, payload, facts, needs_files, canary, copied_version)
         VALUES (?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
      receipt,
      key,
      keyEndsAt,
      typedHash,
      acceptedAt,
      nextAt,
      this.due.turnOf(needsFiles ? 'files' : 'untried', line),
      line === receipt ? null : line,
      JSON.stringify(payload),
      JSON.stringify(factsOfPayload(payload)),
      Number(needsFiles),
      Number(payload.canary ?? false),
    )
    if (payload.canary) return
    this.#count('accepted', 1)
    this.#count('queued', 1)
  }

  /** Stores the progress of a delivery, so that the next attempt does not repeat it. */
  updatePayload(receipt: string, payload: Payload): void {
    this.#sql.exec(
      'UPDATE inquiry SET payload = ?, needs_files = ? WHERE receipt = ? AND payload IS NOT NULL',
      JSON.stringify(payload),
      Number(payload.inquiry.held_files.length > 0),
      receipt,
    )
  }

  /** Notes that from now on the upstream may get the inquiry. */
  attemptStarted(receipt: string, now: number): void {
    this.#sql.exec('UPDATE inquiry SET attempt_started_at = ? WHERE receipt = ?', now, receipt)
  }

  /**
   * Notes a failed attempt.
   * @param answeredAt when the upstream has last answered another: after the last attempt of this one the failure is its own
   * @param nextAt null makes the entry undelivered
   */
  fail(
    receipt: string,
    { failure, reason, answeredAt }: { failure: Failure; reason: string; answeredAt: number },
    now: number,
    nextAt: number | null,
  ): void {
    const entry = this.byReceipt(receipt)
    if (entry?.state !== 'queued') return
    this.#sql.exec(
      `UPDATE inquiry SET state = ?, next_at = ?, attempt_started_at = NULL, attempts = attempts + 1, unknowns = unknowns + ?,
         refusals = refusals + ?, last_failure = ?, line = iif(? IS NULL, NULL, line),
         own_failures = own_failures + (? > max(accepted_at, coalesce((SELECT max(at) FROM event WHERE event.receipt = inquiry.receipt), 0)))
         WHERE receipt = ?`,
      nextAt === null ? 'undelivered' : 'queued',
      nextAt,
      Number(failure === 'unknown'),
      Number(failure === 'refused'),
      reason,
      nextAt,
      answeredAt,
      receipt,
    )
    this.due.turnAgain(receipt, failure)
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
    this.due.turnAgain(receipt)
    this.addEvent(receipt, now, 'files', null)
  }

  /**
   * @param receivedHere whether by the site's own upstream
   * @returns false where it is known already, or the entry is destroyed
   */
  markDelivered(receipt: string, now: number, receivedHere: boolean): boolean {
    const entry = this.byReceipt(receipt)
    if (entry?.state !== 'queued' && entry?.state !== 'undelivered') return false
    const keepsFiles = (entry.payload?.kept ?? []).length > 0
    const sent = (['file_ref_id', 'file_ref_id_homepage'] as const).filter(
      (name) => entry.payload?.inquiry[name] ?? null,
    )
    this.#sql.exec(
      `UPDATE inquiry SET state = 'delivered', delivered_at = ?, next_at = NULL, attempt_started_at = NULL, line = NULL, sent_files = ?,
         received_here = ?, facts = coalesce(facts, ?), payload = CASE WHEN ? THEN payload END WHERE receipt = ?`,
      now,
      JSON.stringify(sent),
      Number(receivedHere),
      entry.payload && JSON.stringify(factsOfPayload(entry.payload)),
      Number(keepsFiles),
      receipt,
    )
    this.#move(entry, 'delivered')
    if (!entry.canary) this.#count('ever_delivered', 1)
    return true
  }

  /** Queues an entry again, with all its tries. */
  retry(receipt: string, now: number): void {
    const entry = this.byReceipt(receipt)
    if (!entry) return
    this.#sql.exec(
      `UPDATE inquiry SET state = 'queued', next_at = ?, retried_at = ?, unknowns = 0, refusals = 0, own_failures = 0, line = '${SENT_AGAIN}'
         WHERE receipt = ?`,
      now,
      now,
      receipt,
    )
    this.due.turnAgain(receipt)
    this.addEvent(receipt, now, 'retried', null)
    this.#move(entry, 'queued')
  }

  /**
   * Marks an entry as processed, and fixes by its consent when it is destroyed; null takes the mark back.
   * @param isSpam whether it is called spam
   */
  mark(receipt: string, processedAt: number | null, isSpam = false): void {
    const months = this.byReceipt(receipt)?.facts?.processedMonths ?? PROCESSED_MONTHS
    const destroyAt = processedAt === null ? null : monthsAfter(new Date(processedAt), months).getTime()
    this.#sql.exec(
      'UPDATE inquiry SET processed_at = ?, destroy_at = ?, is_spam = ? WHERE receipt = ?',
      processedAt,
      destroyAt,
      Number(isSpam),
      receipt,
    )
  }

  /** Deletes the contents of an entry, their hash and its key; its receipt stays. */
  destroy(receipt: string, now: number): boolean {
    const entry = this.byReceipt(receipt)
    if (!entry || entry.state === 'destroyed') return false
    this.#sql.exec(
      `UPDATE inquiry SET state = 'destroyed', destroyed_at = ?, next_at = NULL, attempt_started_at = NULL, line = NULL, last_failure = NULL,
         facts = coalesce(facts, ?), payload = NULL, reply_key = NULL, ${ENDED_KEY} WHERE receipt = ?`,
      now,
      entry.payload && JSON.stringify(factsOfPayload(entry.payload)),
      receipt,
    )
    this.#move(entry, 'destroyed')
    return true
  }

  hasQueued(): boolean {
    return this.#rows("SELECT 1 FROM inquiry WHERE state = 'queued' LIMIT 1").length > 0
  }

  addEvent(receipt: string, at: number, event: EventName, detail: string | null): void {
    this.#sql.exec('INSERT INTO event (receipt, at, event, detail) VALUES (?, ?, ?, ?)', receipt, at, event, detail)
    this.#sql.exec(
      `DELETE FROM event WHERE rowid IN (SELECT rowid FROM event WHERE receipt = ? ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ${EVENTS_MAX})`,
      receipt,
    )
  }

  /**
   * The brand whose outbox this is. A process that begins with a call from another Worker of the same machine (cli/local-outbox.ts) is not
   * told the name of its object: then it is the one that an earlier process was told.
   * @throws Error where none was told it
   */
  brandId(name: string | undefined): string {
    const known = this.setting(BRAND)
    const brandId = name ?? known
    if (brandId === null) throw new Error('This outbox was called without the name of its brand.')
    if (brandId !== known) this.setSetting(BRAND, brandId)
    return brandId
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

  #move({ state, canary }: Entry, to: InquiryState): void {
    if (state === to || canary) return
    this.#count(state, -1)
    this.#count(to, 1)
  }

  #count(name: string, change: number): void {
    this.#sql.exec(
      'INSERT INTO counter (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value',
      name,
      change,
    )
  }

  #rows<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql.exec<Row>(query, ...values).toArray()
  }
}

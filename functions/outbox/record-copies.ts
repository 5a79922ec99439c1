import {
  carriedRecords,
  deleteRecords,
  readRecord,
  readRecords,
  writeRecord,
  type InquiryRecord,
  type RecordContents,
} from '../database/inquiry-record.ts'
import { messagesOf } from '../database/message.ts'
import { registerOutbox } from '../database/outbox.ts'
import type { Env } from '../env.ts'
import { logFailure } from '../log.ts'
import { inTime } from '../http/deadline.ts'
import { REPEATED_MS, type CopyStore } from './copy-store.ts'
import type { Entry } from './entry.ts'
import { writeMessages } from './message-copies.ts'
import type { MessageStore } from './message-store.ts'
import { hasStagedFiles, recordContents, recordFacts } from './record-of-entry.ts'
import type { Pause } from './pause.ts'
import type { OutboxStore } from './store.ts'
import { endedReceipts, purgeReceipts } from './purge-receipts.ts'

/** Rows written in one call of D1. */
const BATCH = 20
/** Rows of the release before this one, and entries without a row, taken over in an hour at most. */
const HOURLY = 500

/**
 * The rows in D1 of the inquiries of one outbox (decision 045). The outbox decides: it writes the newest version of each entry after
 * its changes, and reads back only what the release before this one has changed.
 */
export class RecordCopies {
  readonly #env: Env
  readonly #brandId: string
  readonly #outbox: OutboxStore
  readonly #store: CopyStore
  readonly #messages: MessageStore
  readonly #pause: Pause
  #isRegistered = false
  #running: Promise<void> | null = null
  #isAskedAgain = false
  /** Receipts that somebody waits for. */
  readonly #urgent = new Set<string>()

  constructor(env: Env, brandId: string, outbox: OutboxStore, store: CopyStore, messages: MessageStore, pause: Pause) {
    this.#env = env
    this.#brandId = brandId
    this.#outbox = outbox
    this.#store = store
    this.#messages = messages
    this.#pause = pause
  }

  /** When there is anything to be written to D1; null while D1 is up to date. */
  nextAt(now: number): number | null {
    const next = this.#store.nextAt(now)
    if (!this.#messages.hasPending()) return next
    return Math.min(next ?? Infinity, now + REPEATED_MS)
  }

  /** Brings D1 up to date. Never throws; what fails stays pending for the next call. @param receipt to be written first */
  writeCopies(receipt?: string): Promise<void> {
    if (receipt !== undefined) this.#urgent.add(receipt)
    this.#isAskedAgain = true
    this.#running ??= this.#writeAll()
    return this.#running
  }

  /**
   * Reads the row of an inquiry and takes over what the release before this one has changed there, or makes an entry for it.
   * @throws where D1 fails, or the outbox is being restored
   */
  async takeOver(receipt: string): Promise<void> {
    const row = await inTime(readRecord(this.#db, receipt))
    if (!row || (!row.carried && row.brand_id !== this.#brandId)) return
    // Written at once, so that nothing that follows is taken for older than the row.
    if (row.carried || this.#store.byReceipt(receipt) === null) await this.#writeCarried(row)
  }

  /** The hourly run: takes over rows of the release before this one, then gives a row to what it delivered without one. Never throws. */
  async takeOverSome(): Promise<void> {
    try {
      const rows = await inTime(carriedRecords(this.#db, this.#brandId, HOURLY))
      for (const row of rows) await this.#writeCarried(row)
      if (rows.length < HOURLY) this.#store.raiseOlder(HOURLY)
    } catch (error) {
      this.#log('warn', error)
    }
    await this.writeCopies()
  }

  /** Deletes what ended a year ago, first the rows in D1. Never throws; the next hour repeats what D1 fails. */
  async purge(sql: SqlStorage, now: number): Promise<void> {
    const receipts = endedReceipts(sql, now)
    try {
      if (receipts.length > 0) await inTime(deleteRecords(this.#db, this.#brandId, receipts))
      purgeReceipts(sql, receipts)
    } catch (error) {
      this.#log('warn', error)
    }
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false
        await this.#write()
        await writeMessages(this.#db, this.#brandId, this.#messages)
      }
    } catch (error) {
      this.#log('warn', error)
    } finally {
      this.#urgent.clear()
      this.#running = null
    }
  }

  /** Writes what D1 lacks. @throws where D1 fails; the rest stays pending, and what R2 does not list the files of */
  async #write(): Promise<void> {
    const unlisted = new Set<string>()
    for (;;) {
      // Also what has changed while the batch before was on its way.
      const pending = this.#next(unlisted)
      if (pending.length === 0) return
      const isListed = unlisted.size === 0
      const contents = await this.#contentsOf(pending.filter((entry) => isListed || !hasStagedFiles(entry)))
      const entries = pending.filter(({ receipt }) => contents.has(receipt))
      for (const { receipt } of pending) if (!contents.has(receipt)) unlisted.add(receipt)
      if (entries.length === 0) continue
      const older = entries.filter(({ state, receivedHere }) => state === 'delivered' && receivedHere === null)
      if (older.length > 0) {
        await this.#observe(older)
        continue
      }
      const statements = entries.map((entry) => this.#statement(entry, contents.get(entry.receipt) ?? 'unchanged'))
      if (!this.#isRegistered) statements.push(registerOutbox(this.#db, this.#brandId))
      const results = await inTime(this.#db.batch<{ version: number }>(statements))
      this.#isRegistered = true
      const ignored: Entry[] = []
      for (const [index, entry] of entries.entries())
        if (results[index]?.results.length) this.#store.copied(entry.receipt, entry.version)
        else ignored.push(entry)
      if (ignored.length > 0) await this.#checkIgnored(ignored)
    }
  }

  #next(but: ReadonlySet<string>): Entry[] {
    const urgent = [...this.#urgent].filter((receipt) => !but.has(receipt) && this.#store.isPending(receipt))
    this.#urgent.clear()
    if (urgent.length === 0) return this.#store.pending(Date.now(), BATCH, but)
    return urgent.flatMap((receipt) => this.#store.byReceipt(receipt) ?? [])
  }

  /** The contents of entries by receipt, but for those whose files R2 does not list. */
  async #contentsOf(entries: Entry[]): Promise<Map<string, RecordContents>> {
    const contents = new Map<string, RecordContents>()
    const read = entries.map(async (entry) => contents.set(entry.receipt, await recordContents(this.#env, entry)))
    const failed = (await Promise.allSettled(read)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') this.#log('warn', failed.reason)
    return contents
  }

  /** An older build has delivered these entries: their rows say whether the site's own upstream has received them. */
  async #observe(entries: Entry[]): Promise<void> {
    const receipts = entries.map(({ receipt }) => receipt)
    const rows = await this.#rows(receipts)
    for (const receipt of receipts) {
      const row = rows.get(receipt)
      if (row) this.#store.takeOver(row)
      else this.#store.received(receipt, false)
    }
  }

  /** D1 has ignored these entries: each row is newer, was changed by the release before this one, or is not ours. */
  async #checkIgnored(entries: Entry[]): Promise<void> {
    const rows = await this.#rows(entries.map(({ receipt }) => receipt))
    for (const { receipt, version } of entries) {
      const row = rows.get(receipt)
      if (!row) continue
      if (row.carried) await this.#writeCarried(row)
      else if (row.brand_id === this.#brandId) this.#store.raise(receipt, row.version)
      else {
        this.#store.copied(receipt, version)
        this.#log('error', new Error('The row of this receipt belongs to another brand.'))
      }
    }
  }

  /** Takes over a row and writes it, unless it has changed since it was read. */
  async #writeCarried(row: InquiryRecord): Promise<void> {
    // Such a row is the delivery, also where its outbox is that of a backup from before.
    if (row.delivered_at !== null && row.contents !== null)
      this.#outbox.markDelivered(row.receipt, Date.parse(row.delivered_at), true)
    this.#store.takeOver(row)
    this.#messages.adopt(row.receipt, await inTime(messagesOf(this.#db, row.receipt)))
    const entry = this.#store.byReceipt(row.receipt)
    if (!entry) return
    const statement = this.#statement(entry, await recordContents(this.#env, entry), row)
    const written = await inTime(statement.first())
    if (written) this.#store.copied(entry.receipt, entry.version)
  }

  #statement(entry: Entry, contents: RecordContents, carried?: InquiryRecord): D1PreparedStatement {
    return writeRecord(this.#db, recordFacts(this.#brandId, entry), contents, carried)
  }

  async #rows(receipts: readonly string[]): Promise<Map<string, InquiryRecord>> {
    const rows = await inTime(readRecords(this.#db, receipts))
    return new Map(rows.map((row) => [row.receipt, row]))
  }

  /** Where the rows are. @throws while the outbox is being restored: its entries are still to come, and the restore writes the rows */
  get #db(): D1Database {
    if (this.#pause.isRestoring) throw new Error('The outbox is being restored.')
    return this.#env.DB
  }

  #log(level: 'warn' | 'error', error: unknown): void {
    logFailure(level, { requestId: null, method: 'OUTBOX', path: '', code: 'record' }, error)
  }
}

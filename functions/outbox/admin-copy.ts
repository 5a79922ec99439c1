import { stagedFiles } from '../attachments/staged-files.ts'
import type { Env } from '../env.ts'
import { logFailure } from '../log.ts'
import type { Entry, OutboxStore } from './store.ts'

/** Copies written in one call of D1. */
const BATCH = 20
/** Copies read in one call of D1. */
const PAGE = 500
/** How often the copies are searched for an operator's requests. */
const REQUESTS_EVERY_MS = 55_000

/** A staged file, as the copy of its inquiry names it. */
export interface StagedName {
  /** R2 key. */
  key: string
  name: string
}

/**
 * The copies in D1 of what an outbox has not delivered, for commands and the admin (functions/database/migrations, 0005). The
 * outbox decides: it writes a copy after each change, deletes it when the inquiry is delivered or destroyed, and reads nothing back but
 * an operator's request to send an inquiry again. An inquiry that was delivered without some of its files keeps its copy.
 */
export class AdminCopy {
  readonly #env: Env
  readonly #brandId: string
  readonly #store: OutboxStore
  readonly #retry: (receipt: string, request: string) => boolean
  #isRunning = false
  #lookedAt = 0

  /** @param retry takes up an operator's request to send an inquiry again; false where it cannot be sent */
  constructor(env: Env, brandId: string, store: OutboxStore, retry: (receipt: string, request: string) => boolean) {
    this.#env = env
    this.#brandId = brandId
    this.#store = store
    this.#retry = retry
  }

  /** Whether anything is to be written to D1 or asked there. */
  get hasWork(): boolean {
    return this.#store.hasCopies() || this.#store.hasQueued() || !this.#isRegistered
  }

  /** Brings D1 up to date, and once a minute takes up an operator's requests. Never throws; what fails stays pending for the next call. */
  async keep(): Promise<void> {
    if (this.#isRunning || !this.hasWork) return
    this.#isRunning = true
    try {
      const now = Date.now()
      await this.#write(now)
      if (Math.abs(now - this.#lookedAt) < REQUESTS_EVERY_MS) return
      this.#lookedAt = now
      for (const { receipt, request } of await this.#retryRequests())
        if (this.#retry(receipt, request)) await this.#requestTaken(receipt, request)
    } catch (error) {
      this.#log(error)
    } finally {
      this.#isRunning = false
    }
  }

  /**
   * Writes each copy again that is not as its inquiry: earlier builds did not delete the copy of every delivered inquiry, and what a
   * process had sent to D1 before it ended can arrive after the copies of the next one. Reads the copies of this outbox only, so what
   * waits, not what was ever delivered. Never throws.
   */
  async mend(): Promise<void> {
    let isWrong = false
    try {
      for (let after = ''; ;) {
        const copies = await this.#copiesAfter(after)
        for (const { receipt, state, attempts } of copies) {
          const entry = this.#store.byReceipt(receipt)
          if (!entry || (entry.payload !== null && entry.state === state && entry.attempts === attempts)) continue
          this.#store.requestCopy(receipt)
          isWrong = true
        }
        if (copies.length < PAGE) break
        after = copies.at(-1)?.receipt ?? ''
      }
    } catch (error) {
      this.#log(error)
    }
    // An outbox that was never used does not register itself.
    if (isWrong) await this.keep()
  }

  /** Whether this outbox is in the list of outboxes. */
  get #isRegistered(): boolean {
    return this.#store.setting('registered') !== null
  }

  /** Writes what D1 lacks. @throws where D1 or R2 fails; the rest stays pending */
  async #write(now: number): Promise<void> {
    if (!this.#isRegistered) {
      await this.#env.DB.prepare('INSERT INTO outbox (brand_id, first_used_at) VALUES (?, ?) ON CONFLICT DO NOTHING')
        .bind(this.#brandId, new Date(now).toISOString())
        .run()
      this.#store.setSetting('registered', new Date(now).toISOString())
    }
    for (;;) {
      // Also what has changed while the batch before was on its way.
      const entries = this.#store.withPendingCopy(BATCH)
      if (entries.length === 0) return
      const statements: D1PreparedStatement[] = []
      for (const entry of entries) statements.push(await this.#statement(entry))
      await this.#env.DB.batch(statements)
      for (const entry of entries) this.#store.copyWritten(entry)
    }
  }

  /** A page of the copies in D1, in the order of their receipts. */
  async #copiesAfter(receipt: string): Promise<Pick<Entry, 'receipt' | 'state' | 'attempts'>[]> {
    const { results } = await this.#env.DB.prepare(
      'SELECT receipt, state, attempts FROM undelivered_inquiry WHERE brand_id = ? AND receipt > ? ORDER BY receipt LIMIT ?',
    )
      .bind(this.#brandId, receipt, PAGE)
      .all<Pick<Entry, 'receipt' | 'state' | 'attempts'>>()
    return results
  }

  /** Receipts that an operator wants to be sent again, each with its request. */
  async #retryRequests(): Promise<{ receipt: string; request: string }[]> {
    const { results } = await this.#env.DB.prepare(
      `SELECT receipt, retry_requested_at AS request FROM undelivered_inquiry
         WHERE retry_requested_at IS NOT NULL AND (brand_id = ? OR brand_id IS NULL)`,
    )
      .bind(this.#brandId)
      .all<{ receipt: string; request: string }>()
    return results
  }

  /** Marks a request as taken up. */
  async #requestTaken(receipt: string, request: string): Promise<void> {
    await this.#env.DB.prepare(
      'UPDATE undelivered_inquiry SET retry_requested_at = NULL WHERE receipt = ? AND retry_requested_at = ?',
    )
      .bind(receipt, request)
      .run()
  }

  #log(error: unknown): void {
    logFailure('warn', { requestId: null, method: 'OUTBOX', path: '', code: 'admin-copy' }, error)
  }

  async #statement(entry: Entry): Promise<D1PreparedStatement> {
    const { receipt, payload, state } = entry
    if (!payload || payload.canary)
      return this.#env.DB.prepare('DELETE FROM undelivered_inquiry WHERE receipt = ?').bind(receipt)
    const staged: StagedName[] = []
    for (const uploadId of [...payload.inquiry.held_files, ...(payload.kept ?? [])])
      staged.push(...(await stagedFiles(this.#env, uploadId)).map(({ key, name }) => ({ key, name })))
    return this.#env.DB.prepare(
      `INSERT INTO undelivered_inquiry (receipt, accepted_at, white_label, payload, brand_id, state, attempts, last_failure)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (receipt) DO UPDATE SET payload = excluded.payload, brand_id = excluded.brand_id, state = excluded.state,
           attempts = excluded.attempts, last_failure = excluded.last_failure`,
    ).bind(
      receipt,
      new Date(entry.acceptedAt).toISOString(),
      payload.whiteLabel,
      JSON.stringify({ ...payload, staged }),
      this.#brandId,
      state,
      entry.attempts,
      entry.lastFailure,
    )
  }
}

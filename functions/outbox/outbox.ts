import { DurableObject } from 'cloudflare:workers'
import { v4 as uuid, v5 } from 'uuid'
import type { DeedResult } from '../contract/inquiry-deeds.ts'
import type { Receipt, ReceiptState } from '../contract/inquiry.ts'
import { parseEnv, type Env } from '../env.ts'
import { Mailer } from '../mail/mailer.ts'
import type { MailStatus } from '../mail/mail-store.ts'
import { Backlog } from './backlog.ts'
import { type BackupPage, type Position, readPage, type RestoredPage, writePage } from './backup-rows.ts'
import { CopyStore } from './copy-store.ts'
import { Deeds } from './deeds.ts'
import { Dispatcher } from './dispatcher.ts'
import type { Entry } from './entry.ts'
import { lackingFiles, mergedFiles, supplementOf } from './late-files.ts'
import { SPAM_SIGNALS } from './notification.ts'
import type { Payload } from './payload.ts'
import { RecordCopies } from './record-copies.ts'
import { OutboxRecords, type Canaries, type HistoryEvent, type OutboxCounts } from './records.ts'
import { RunWatch } from './run-watch.ts'
import { OutboxStore } from './store.ts'

/** The first attempt to forward files: their upload has failed only now. */
const FILES_PAUSE_MS = 2000
/** The alarm takes over if the object dies during the first attempt. */
const FIRST_ALARM_MS = 5000
/** How often the alarm looks after what waits. */
const MINUTE = 60_000

/**
 * The outbox of one brand: stores every inquiry first, then delivers it until the upstream has taken it (docs/contract.md#5). One
 * receipt for each key, and one delivery of an inquiry at a time.
 */
export class Outbox extends DurableObject {
  readonly #store: OutboxStore
  readonly #records: OutboxRecords
  readonly #copies: RecordCopies
  readonly #deeds: Deeds
  readonly #backlog: Backlog
  readonly #settings: Env
  readonly #dispatcher: Dispatcher
  readonly #mailer: Mailer
  readonly #runs: RunWatch
  /** Ends the waiting of visitors, by receipt. */
  readonly #visitors = new Map<string, () => void>()

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env)
    const brandId = ctx.id.name ?? ''
    this.#settings = parseEnv(env)
    this.#store = new OutboxStore(ctx.storage.sql)
    this.#records = new OutboxRecords(ctx.storage.sql)
    const copies = new CopyStore(ctx.storage.sql, this.#settings.UPSTREAM_TIMEOUT_MS)
    this.#copies = new RecordCopies(this.#settings, brandId, copies)
    this.#backlog = new Backlog(brandId, this.#records)
    this.#mailer = new Mailer({
      env: this.#settings,
      brandId,
      sql: ctx.storage.sql,
      waitUntil: (work) => ctx.waitUntil(work),
      onSettled: () => ctx.waitUntil(this.#setAlarm()),
    })
    this.#runs = new RunWatch(this.#store, this.#mailer)
    this.#dispatcher = new Dispatcher({
      env: this.#settings,
      brandId,
      store: this.#store,
      waitUntil: (work) => ctx.waitUntil(work),
      onSettled: (receipt) => this.#settled(receipt),
      onUndelivered: (entry, reason) => this.#undelivered(entry, reason),
    })
    this.#deeds = new Deeds({
      env: this.#settings,
      store: this.#store,
      copies: this.#copies,
      dispatcher: this.#dispatcher,
      mailer: this.#mailer,
      onDone: () => this.ctx.waitUntil(this.#setAlarm()),
    })
    // The alarm may have been lost with the previous process.
    void ctx.blockConcurrencyWhile(() => this.#setAlarm())
  }

  /**
   * Stores an inquiry durably, then tries to deliver it at once; the attempt goes on after the answer. The same key gives the same
   * receipt, and files that the accepted inquiry lacks are added to it or sent after it.
   */
  async accept(key: string, payload: Payload): Promise<Receipt> {
    // Read before, so that all that follows is one transaction.
    const alarm = await this.ctx.storage.getAlarm()
    const existing = this.#store.byKey(key)
    if (existing) {
      await this.#addFiles(existing, payload)
      this.#writeCopies()
      return { receipt: existing.receipt, state: this.#store.byReceipt(existing.receipt)?.state ?? existing.state }
    }
    const receipt = this.#add(key, payload, alarm)
    await this.#attemptForVisitor(receipt)
    this.#writeCopies()
    return { receipt, state: this.#store.byReceipt(receipt)?.state ?? 'queued' }
  }

  /** Whether an inquiry has been accepted under this key. */
  async has(key: string): Promise<boolean> {
    return this.#store.byKey(key) !== null
  }

  /** The state of an inquiry, without personal data; null for an unknown receipt. */
  async stateOf(receipt: string): Promise<ReceiptState | null> {
    return this.#records.stateOf(receipt)
  }

  /** For /readyz: the object answers and its store can be read. */
  async ping(): Promise<void> {
    this.#records.counts()
  }

  /** For the sweep of R2, see OutboxStore. */
  async filesInUse(): Promise<{ uploads: string[]; references: string[] }> {
    return this.#store.filesInUse()
  }

  /** Sends a queued or undelivered inquiry again, with all its tries. Each of these waits, for a moment, until the row in D1 shows it. */
  async retry(receipt: string): Promise<DeedResult> {
    return this.#deeds.retry(receipt)
  }

  /** Notes that an operator has seen to an inquiry; it is destroyed one month later. */
  async markProcessed(receipt: string): Promise<DeedResult> {
    return this.#deeds.markProcessed(receipt)
  }

  /** Takes the mark back. */
  async undo(receipt: string): Promise<DeedResult> {
    return this.#deeds.undo(receipt)
  }

  /** Deletes the contents and staged files of an inquiry, after an attempt that runs; its receipt stays, as destroyed. */
  async destroy(receipt: string): Promise<DeedResult> {
    return this.#deeds.destroy(receipt)
  }

  /** What happened to an inquiry, the oldest first; empty for an unknown receipt. */
  async history(receipt: string): Promise<HistoryEvent[]> {
    return this.#records.history(receipt, this.#mailer.ofReceipt(receipt))
  }

  /** How many inquiries are in each state. */
  async counts(): Promise<OutboxCounts> {
    return this.#records.counts()
  }

  /** How the mails of the brand stand. */
  async mailStatus(): Promise<MailStatus> {
    return this.#mailer.status()
  }

  /** What became of the canaries, see OutboxRecords. */
  async canaries(): Promise<Canaries> {
    return this.#records.canaries()
  }

  /** For the backup of a deployed site, see readPage. */
  async readForBackup(after: Position | null): Promise<BackupPage> {
    return readPage(this.ctx.storage.sql, after)
  }

  /** Writes a page of a backup, see writePage; the last one starts the delivery. */
  async restore(page: RestoredPage): Promise<number> {
    const destroyed = writePage(this.ctx.storage, page)
    if (page.isLast) {
      this.#dispatcher.recover()
      await this.#setAlarm()
    }
    return destroyed
  }

  /** The hourly run: purges old receipts, counts whether any inquiry is lost, and takes over rows of older releases. @param now milliseconds since epoch */
  async hourly(now: number): Promise<void> {
    await this.#copies.purge(this.#records, now)
    this.#mailer.expire(now)
    this.#backlog.checkConservation()
    const isAway = this.#runs.watchDelivery(await this.ctx.storage.getAlarm(), Date.now())
    if (isAway) await this.ctx.storage.setAlarm(Date.now())
    this.#mailer.run()
    this.ctx.waitUntil(this.#copies.takeOverSome().then(() => this.#setAlarm()))
    await this.#setAlarm()
  }

  /** The hourly run has destroyed everything that was due. */
  async destructionRan(): Promise<void> {
    this.#runs.destructionRan(Date.now())
    this.#mailer.run()
    await this.#setAlarm()
  }

  override async alarm(): Promise<void> {
    try {
      this.#dispatcher.run()
      this.#writeCopies()
      if (this.#isPaused) return
      this.#runs.watchDestruction(Date.now())
      this.#report()
    } finally {
      await this.#setAlarm()
    }
  }

  /** Stores inquiry, mails and alarm. @param alarm when it is set, milliseconds since epoch */
  #add(key: string, payload: Payload, alarm: number | null): string {
    const now = Date.now()
    const receipt = uuid()
    const nextAt = payload.inquiry.held_files.length > 0 ? now + FILES_PAUSE_MS : now
    this.#store.add({ receipt, key, acceptedAt: now, nextAt, payload })
    if (!payload.canary) {
      const { inquiry, origin, remarks = [], supplementTo } = payload
      const suspicions = remarks.map((signal) => SPAM_SIGNALS[signal])
      this.#mailer.accepted(receipt, { inquiry, origin, suspicions }, now, supplementTo === undefined)
    }
    const due = Math.max(nextAt, now + FIRST_ALARM_MS)
    if (alarm === null || alarm > due) this.ctx.waitUntil(this.ctx.storage.setAlarm(due))
    return receipt
  }

  /** Files of a repeated inquiry that the accepted one lacks: into it while it surely was not sent, else after it. */
  async #addFiles(existing: Entry, payload: Payload): Promise<void> {
    const late = await lackingFiles(this.#settings, existing, payload)
    if (late === null) return
    const { receipt, key, state, unknowns, payload: accepted } = this.#store.byReceipt(existing.receipt) ?? existing
    if (accepted && state !== 'delivered' && unknowns === 0 && !this.#dispatcher.isRunning(receipt))
      return this.#store.updatePayload(receipt, mergedFiles(accepted, late))
    const supplementKey = v5(`supplement:${key}`, v5.URL)
    const supplement = supplementOf(payload, late, receipt)
    const earlier = this.#store.byKey(supplementKey)
    if (earlier) return this.#addFiles(earlier, supplement)
    this.#add(supplementKey, supplement, await this.ctx.storage.getAlarm())
    this.#dispatcher.run(true)
    this.#mailer.run()
  }

  /** Starts the first attempt and waits for its outcome, at most as long as a visitor waits. */
  async #attemptForVisitor(receipt: string): Promise<void> {
    this.#dispatcher.run(true)
    this.#mailer.run()
    if (!this.#dispatcher.isAttempted(receipt)) return
    if (this.#store.byReceipt(receipt)?.payload?.inquiry.held_files.length) return
    await new Promise<void>((done) => {
      const timer = setTimeout(done, this.#settings.UPSTREAM_TIMEOUT_MS)
      this.#visitors.set(receipt, () => {
        clearTimeout(timer)
        done()
      })
    })
    this.#visitors.delete(receipt)
  }

  #settled(receipt: string): void {
    this.#visitors.get(receipt)?.()
    this.#writeCopies()
    this.#report()
    this.ctx.waitUntil(this.#setAlarm())
  }

  #undelivered({ receipt, retriedAt, payload }: Entry, reason: string): void {
    this.#backlog.undelivered()
    if (payload && !payload.canary) this.#mailer.undelivered(receipt, retriedAt, reason, Date.now())
  }

  /** Tells the operator what needs a person, in the log and by mail. */
  #report(): void {
    const now = Date.now()
    this.#mailer.watch(this.#backlog.report(now), now)
    this.#mailer.run()
  }

  get #isPaused(): boolean {
    return this.#settings.PAUSED === 'on'
  }

  /** Nothing waits for D1; the alarm repeats what fails. */
  #writeCopies(): void {
    this.ctx.waitUntil(this.#copies.writeCopies().then(() => this.#setAlarm()))
  }

  /** Sets the alarm to the next attempt, or to a minute from now while there is anything else to look after, unless it is set earlier. */
  async #setAlarm(): Promise<void> {
    const now = Date.now()
    const next = this.#dispatcher.nextAt(now)
    const isUsed = this.#records.counts().accepted > 0
    const watched = isUsed ? this.#runs.nextAt(now) : null
    const ownTimes = [next, this.#mailer.nextAt(now), watched, this.#copies.nextAt(now)]
    const times = ownTimes.filter((at) => at !== null)
    // A pause leaves the alarm to the process that delivers next.
    if (this.#isPaused || this.#store.hasQueued()) times.push(now + MINUTE)
    if (times.length === 0) return
    const at = Math.min(...times)
    const alarm = await this.ctx.storage.getAlarm()
    if (alarm === null || alarm > at) await this.ctx.storage.setAlarm(at)
  }
}

import type { DeedResult } from '../contract/possible-deeds.ts'
import type { Receipt, ReceiptState } from '../contract/inquiry-body.ts'
import { parseEnv, type Env } from '../env.ts'
import { within } from '../http/deadline.ts'
import { Mailer } from './mailer.ts'
import type { MailStatus } from './mail-store.ts'
import { Acceptance, type Refusal } from './acceptance.ts'
import { Backlog } from './backlog.ts'
import { type BackupPage, type Position, readPage, type RestoredPage, writePage } from './backup-rows.ts'
import { Conversation } from './conversation.ts'
import { ConversationCalls } from './conversation-calls.ts'
import { CopyStore } from './copy-store.ts'
import { Deeds } from './deeds.ts'
import { Dispatcher } from './dispatcher.ts'
import type { Entry } from './entry.ts'
import { MessageStore } from './message-store.ts'
import { NamedFiles } from './named-files.ts'
import { Pause } from './pause.ts'
import type { Payload } from './payload.ts'
import { RecordCopies } from './record-copies.ts'
import { HistoryAndCounts, type Canaries, type HistoryEvent, type OutboxCounts } from './history-and-counts.ts'
import { RunWatch } from './run-watch.ts'
import type { FilesInUse } from './files-in-use.ts'
import { OutboxStore } from './store.ts'

/** How often the alarm looks after what waits. */
const MINUTE = 60_000

/**
 * The outbox of one brand: stores every inquiry first, then delivers it until the upstream has taken it (docs/contract.md#5). One
 * receipt for each key, and one delivery of an inquiry at a time.
 */
export abstract class Outbox extends ConversationCalls {
  readonly #store: OutboxStore
  readonly #records: HistoryAndCounts
  readonly #copies: RecordCopies
  readonly #messages: MessageStore
  protected readonly conversation: Conversation
  protected readonly deeds: Deeds
  readonly #backlog: Backlog
  readonly #settings: Env
  readonly #files: NamedFiles
  readonly #pause: Pause
  readonly #dispatcher: Dispatcher
  readonly #mailer: Mailer
  readonly #runs: RunWatch
  readonly #acceptance: Acceptance

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env)
    this.#settings = parseEnv(env)
    this.#store = new OutboxStore(ctx.storage.sql)
    const brandId = this.#store.brandId(ctx.id.name)
    this.#files = new NamedFiles(this.#settings, this.#store)
    this.#pause = new Pause(this.#settings, brandId, this.#store)
    this.#records = new HistoryAndCounts(ctx.storage.sql)
    const copies = new CopyStore(ctx.storage.sql, this.#settings.UPSTREAM_TIMEOUT_MS)
    this.#backlog = new Backlog(brandId, this.#records)
    this.#mailer = new Mailer({
      env: this.#settings,
      brandId,
      sql: ctx.storage.sql,
      pause: this.#pause,
      waitUntil: (work) => ctx.waitUntil(work),
      onHandedOver: (mailId) => this.#messages.applyEarlyEvents(mailId),
      onSettled: () => this.#writeCopies(),
    })
    this.#messages = new MessageStore(ctx.storage.sql)
    this.#copies = new RecordCopies(this.#settings, brandId, this.#store, copies, this.#messages, this.#pause)
    this.#runs = new RunWatch(this.#store, this.#mailer)
    this.#dispatcher = new Dispatcher({
      env: this.#settings,
      brandId,
      store: this.#store,
      files: this.#files,
      pause: this.#pause,
      takeOver: (receipt) => this.#copies.takeOver(receipt),
      waitUntil: (work) => ctx.waitUntil(work),
      onSettled: (receipt) => this.#settled(receipt),
      onUndelivered: (entry, reason) => this.#undelivered(entry, reason),
    })
    this.deeds = new Deeds({
      env: this.#settings,
      store: this.#store,
      files: this.#files,
      copies: this.#copies,
      dispatcher: this.#dispatcher,
      mailer: this.#mailer,
      messages: this.#messages,
      onDone: () => this.ctx.waitUntil(this.#setAlarm()),
    })
    this.conversation = new Conversation({
      env: this.#settings,
      brandId,
      store: this.#store,
      messages: this.#messages,
      mailer: this.#mailer,
      deeds: this.deeds,
      onDone: () => {
        this.#mailer.run()
        this.#writeCopies()
      },
    })
    this.#acceptance = new Acceptance({
      env: this.#settings,
      storage: ctx.storage,
      store: this.#store,
      files: this.#files,
      dispatcher: this.#dispatcher,
      mailer: this.#mailer,
      waitUntil: (work) => ctx.waitUntil(work),
      onFilesAdded: () => this.#writeCopies(),
    })
    // The alarm may have been lost with the previous process.
    void ctx.blockConcurrencyWhile(async () => {
      // Nobody can send an inquiry while the outbox waits here.
      const learnt = this.#pause.learn().then((hasEnded) => hasEnded && this.#dispatcher.recover())
      await within(this.#settings.UPSTREAM_TIMEOUT_MS, learnt, () => undefined)
      await this.#setAlarm()
    })
  }

  /**
   * Stores an inquiry durably, then tries to deliver it at once; the attempt goes on after the answer. The same key with the same typed
   * contents gives the same receipt, and files that the accepted inquiry lacks are added to it or sent after it.
   * @param keyLifeMs how long the key stands for the inquiry
   * @param client whose inquiry it is, see `lineOf`; no client waits for the many of another one
   * @returns why nothing is stored, see Refusal
   */
  async accept(key: string, payload: Payload, keyLifeMs?: number, client?: string): Promise<Receipt | Refusal> {
    return this.#acceptance.accept(key, payload, keyLifeMs, client)
  }

  /** Whether an inquiry has been accepted under this key, for which it still stands. */
  async has(key: string): Promise<boolean> {
    return this.#acceptance.has(key)
  }

  /** The state of an inquiry, without personal data; null for an unknown receipt. */
  async stateOf(receipt: string): Promise<ReceiptState | null> {
    const state = this.#records.stateOf(receipt)
    const sentAt = this.#messages.sentAt(receipt)
    return state && { ...state, ...(sentAt !== null && { answered_at: new Date(sentAt).toISOString() }) }
  }

  /** Whether a restore is under way, see Pause. */
  async isRestoring(): Promise<boolean> {
    return this.#pause.isRestoring
  }

  /** What R2 must keep, see OutboxStore. */
  async filesInUse(but?: string): Promise<FilesInUse> {
    return this.#store.filesInUse.all(but)
  }

  /** Deletes uploads that their visitor has removed from the form, but for those that an accepted inquiry names. */
  async discard(uploads: readonly string[]): Promise<void> {
    return this.#files.discard(uploads)
  }

  /** Sends a queued or undelivered inquiry again, with all its tries. Each of these waits, for a moment, until the row in D1 shows it. */
  async retry(receipt: string): Promise<DeedResult> {
    return this.deeds.retry(receipt)
  }

  /** Notes that an operator has seen to an inquiry, or called it spam; it is destroyed when the period of its consent has passed. */
  async markProcessed(receipt: string, isSpam = false, shownAt?: number): Promise<DeedResult> {
    return this.deeds.markProcessed(receipt, isSpam, shownAt)
  }

  /** Takes the mark back. */
  async undo(receipt: string): Promise<DeedResult> {
    return this.deeds.undo(receipt)
  }

  /** Deletes the contents and staged files of an inquiry, after an attempt that runs; its receipt stays, as destroyed. */
  async destroy(receipt: string): Promise<DeedResult> {
    return this.deeds.destroy(receipt)
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

  /** What became of the canaries, see HistoryAndCounts. */
  async canaries(): Promise<Canaries> {
    return this.#records.canaries()
  }

  /** For the backup of a deployed site, see readPage. */
  async readForBackup(after: Position | null): Promise<BackupPage> {
    return readPage(this.ctx.storage.sql, after)
  }

  /** Writes a page of a backup, see writePage. Nothing is sent until the outbox is resumed. */
  async restore(page: RestoredPage): Promise<number> {
    const destroyed = writePage(this.ctx.storage, page)
    if (page.isLast) {
      await this.#pause.register()
      await this.#setAlarm()
    }
    return destroyed
  }

  /** Ends the pause of a restored outbox: what waits is sent. */
  async resume(): Promise<void> {
    this.#pause.end()
    this.#dispatcher.recover()
    this.#dispatcher.run()
    this.#mailer.run()
    await this.#setAlarm()
  }

  /** The hourly run: purges old receipts, counts whether any inquiry is lost, and takes over rows of older releases. @param now milliseconds since epoch */
  async hourly(now: number): Promise<void> {
    await this.#copies.purge(this.ctx.storage.sql, now)
    this.#mailer.expire(now)
    this.#acceptance.expireKeys(now)
    this.ctx.waitUntil(this.conversation.expire(now))
    this.#backlog.checkConservation()
    const isAway = this.#runs.watchDelivery(await this.ctx.storage.getAlarm(), Date.now())
    if (isAway) await this.ctx.storage.setAlarm(Date.now())
    this.#mailer.run()
    this.ctx.waitUntil(this.#copies.takeOverSome().then(() => this.#setAlarm()))
    await this.#setAlarm()
  }

  /** Destroys those of these inquiries that are due, as an operator would. @returns how many could not be destroyed */
  abstract destroyDue(receipts: readonly string[], now: Date): Promise<number>

  /** The hourly run has destroyed what was due. */
  async destructionRan(): Promise<void> {
    this.#runs.destructionRan(Date.now())
    this.#mailer.run()
    await this.#setAlarm()
  }

  override async alarm(): Promise<void> {
    try {
      this.#dispatcher.run()
      this.#writeCopies()
      if (this.#pause.isOn) return
      this.#runs.watchDestruction(Date.now())
      this.#report()
    } finally {
      await this.#setAlarm()
    }
  }

  #settled(receipt: string): void {
    this.#acceptance.settled(receipt)
    this.#writeCopies()
    this.#report()
    this.ctx.waitUntil(this.#setAlarm())
  }

  #undelivered(entry: Entry, reason: string): void {
    this.#backlog.undelivered()
    if (!entry.canary && entry.payload) this.#mailer.undelivered(entry, reason, Date.now())
  }

  /** Tells the operator what needs a person, in the log and by mail. */
  #report(): void {
    const now = Date.now()
    this.#mailer.watch(this.#backlog.report(now), now)
    this.#mailer.run()
  }

  /** Nothing waits for D1; the alarm repeats what fails. */
  #writeCopies(): void {
    this.ctx.waitUntil(this.#copies.writeCopies().then(() => this.#setAlarm()))
  }

  /** Sets the alarm to the next attempt, or to a minute from now while there is anything else to look after, unless it is set earlier. */
  async #setAlarm(): Promise<void> {
    const now = Date.now()
    // Paused, it watches nothing.
    const isWatched = !this.#pause.isOn && this.#records.counts().accepted > 0
    const watched = isWatched ? this.#runs.nextAt(now) : null
    const ownTimes = [this.#dispatcher.nextAt(now), this.#mailer.nextAt(now), watched, this.#copies.nextAt(now)]
    const times = ownTimes.filter((at) => at !== null)
    // A pause leaves the alarm to the process that delivers next.
    if (this.#pause.isOn || this.#store.hasQueued()) times.push(now + MINUTE)
    if (times.length === 0) return
    const at = Math.min(...times)
    const alarm = await this.ctx.storage.getAlarm()
    if (alarm === null || alarm > at) await this.ctx.storage.setAlarm(at)
  }
}

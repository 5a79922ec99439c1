import { ENDED, type OutboxDisk, outboxDisk } from '../outbox-disk.ts'
import { pauseOutbox } from '../../../functions/outbox/pause.ts'
import { prepareRestored } from '../../../functions/outbox/keep-destroyed.ts'
import { OutboxStore } from '../../../functions/outbox/store.ts'
import type { Database } from '../database.ts'
import { Outbox, R2_FAILS, stage } from '../outbox-under-test.ts'
import { earlierInquiries, generationOf, inquiryOf, KEYS, keyOf, settingsOf, type UpstreamKind } from './start.ts'
import { SettingsError } from '../../../functions/env.ts'
import { StoreTimeoutError } from '../../../functions/errors.ts'
import { CHANGED, type Deploy, NO_OUTBOX } from './deploy.ts'
import type { StoredEntry } from './past-entry.ts'
import { storageOf } from '../../../functions/cli/outbox-storage.ts'
import type { SqliteD1 } from '../sqlite-d1.ts'
import { isClaimable } from './sweep.ts'

/** From this one on the inquiries have a staged file, where the upstream is remote. */
const FIRST_WITH_FILE = 4
const SECOND_TAB = 5
export const FILE_NAME = 'report.pdf'

/** The outbox of one brand, and what its visitors and operators know. */
export class Brand {
  readonly id: string
  readonly disk: OutboxDisk
  outbox: Outbox
  /** Since a restore, until an operator resumes it. */
  isPaused = false
  /** Subjects of the inquiries that an operator wanted to be destroyed, and of those that were. */
  readonly doomed = new Set<string>()
  readonly destroyed = new Set<string>()
  /** What went wrong for a visitor. */
  readonly failures: Error[] = []
  readonly #receipts = new Map<string, string>()
  readonly #periods = new Map<string, number>()
  /** The staged upload that each inquiry names. */
  readonly #uploads = new Map<string, string>()
  readonly #allReceipts = new Map<string, Set<string>>()
  /** How often the contents under a key have been new ones, by key. */
  readonly #generations = new Map<string, number>()
  readonly #subjects = new Map<string, string>()
  readonly #rightSettings: object
  #settings: object
  readonly #isRemote: boolean

  /** A process that ends meanwhile is no failure, nor that a store fails: whoever is told of it tries again. */
  readonly #note = (error: Error) => {
    if (![ENDED, R2_FAILS].includes(error.message) && !(error instanceof StoreTimeoutError)) this.failures.push(error)
  }

  /** @param storage of its outbox, with the inquiries of earlier builds */
  constructor(id: string, kind: UpstreamKind, storage: Database, d1: SqliteD1) {
    this.id = id
    this.#isRemote = kind === 'remote'
    this.#rightSettings = settingsOf(kind, d1)
    this.#settings = this.#rightSettings
    this.disk = outboxDisk(id, storage)
    this.outbox = this.#boot()
    for (const { key, receipt, isQueued } of earlierInquiries(id)) {
      if (isQueued) this.#periods.set(`${id} ${key}`, 1)
      this.#receipts.set(`${id} ${key}`, receipt)
    }
  }

  /** Subjects of the inquiries that were sent. A subject tells the inquiries of all brands apart. */
  get sent(): string[] {
    return [...this.#periods.keys()]
  }

  /** The staged upload that an inquiry names. */
  uploadOf(subject: string): string | undefined {
    return this.#uploads.get(subject)
  }

  receiptOf(index: number): string | undefined {
    return this.#receipts.get(this.#subjectOf(keyOf(index)))
  }

  /** How many receipts an inquiry has had: one, and another one each time after a backup from before it was restored. */
  receiptsOf(subject: string): number {
    return this.#allReceipts.get(subject)?.size ?? 1
  }

  /** A visitor sends an inquiry, the same each time under one key. */
  send(index: number): void {
    this.#send(index).catch(this.#note)
  }

  /** A visitor sends something else under a key that stands for an inquiry. Nothing of it is stored. */
  sendOther(index: number): void {
    if (!this.#holder(index)?.isLive) return
    const content = this.#payloadOf(index)
    const other = { ...content, inquiry: { ...content.inquiry, content: 'Something else.' } }
    this.outbox.accept(keyOf(index), other).then((answer) => {
      if (answer !== 'other-contents')
        this.failures.push(new Error(`Other contents under ${keyOf(index)} have a receipt.`))
    }, this.#note)
  }

  /** All visitors send again: those whose answer was lost learn their receipt. */
  sendAllAgain(): void {
    for (let index = 0; index < KEYS; index++) if (this.#periods.has(this.#subjectOf(keyOf(index)))) this.send(index)
  }

  /** An operator does something. The answer may come later; a process that has ended gives none. */
  operate(deed: 'retry' | 'markProcessed' | 'undo' | 'destroy', receipt: string, subject: string): void {
    if (deed === 'retry' && this.periodsOf(subject) > 0) this.beginPeriod(subject)
    if (deed === 'destroy') this.doomed.add(subject)
    const { outbox } = this
    outbox[deed](receipt).then((result) => {
      if (outbox !== this.outbox) return
      if (result === 'unknown') this.failures.push(new Error(`${subject} is unknown to its outbox.`))
      if (deed === 'destroy' && result === 'done') this.destroyed.add(subject)
    }, this.#note)
  }

  /** An operator wants an inquiry to be sent again, with all its tries. */
  beginPeriod(subject: string): void {
    this.#periods.set(subject, this.periodsOf(subject) + 1)
  }

  /** How often an inquiry may have all its tries: once as it was accepted, and once for each order of an operator; 0 if it was not sent. */
  periodsOf = (subject: string): number => this.#periods.get(subject) ?? 0

  /** A new version of the site is deployed. @returns as `restart` */
  deploy(version: Deploy): string[] {
    this.#settings = { ...this.#rightSettings, ...CHANGED[version] }
    return this.restart()
  }

  /** The process ends, and another one takes over. @returns subjects of the inquiries whose attempt had begun */
  restart(): string[] {
    const begun = this.disk.rows<{ receipt: string; key: string }>(
      'SELECT receipt, key FROM inquiry WHERE attempt_started_at IS NOT NULL',
    )
    this.disk.kill()
    this.outbox = this.#boot()
    return begun.map((row) => this.#sentAs(row))
  }

  /** An operator lets a restored site send again. */
  async resume(): Promise<void> {
    await this.outbox.resume()
    this.isPaused = false
  }

  /** The site is made again from a backup, and sends nothing. @param destroyed receipts that were destroyed since, with their time */
  restore(bytes: Uint8Array, destroyed: ReadonlyMap<string, number>): void {
    // Some visitors have not learnt theirs.
    for (const { receipt, subject } of this.entries()) this.#noteReceipt(subject, receipt)
    this.disk.restore(bytes)
    prepareRestored(storageOf(this.disk.db), destroyed)
    pauseOutbox(new OutboxStore(storageOf(this.disk.db)), new Date())
    this.isPaused = true
    const known = new Set(this.entries().flatMap(({ subject, isAdopted }) => (isAdopted ? [] : subject)))
    for (const subject of this.sent) {
      // What came after the backup was never sent; what it has may be sent again.
      if (known.has(subject)) this.beginPeriod(subject)
      else this.#forget(subject)
    }
    for (const subject of this.#receipts.keys()) if (!known.has(subject)) this.#receipts.delete(subject)
    for (let index = 0; index < KEYS; index++) {
      const holder = this.#holder(index)
      if (holder) this.#generations.set(keyOf(index), generationOf(holder.subject))
    }
    this.outbox = this.#boot()
  }

  /** The alarm goes off if it is due. */
  async tick(): Promise<void> {
    if (this.disk.alarm === null || this.disk.alarm > Date.now()) return
    this.disk.alarm = null
    await this.outbox.alarm().catch(this.#note)
  }

  /** The hourly run. */
  async hourly(): Promise<void> {
    await this.outbox.hourly(Date.now()).catch(this.#note)
  }

  entries(): StoredEntry[] {
    return this.disk
      .rows<Omit<StoredEntry, 'subject' | 'isAdopted'> & { key: string }>(
        `SELECT receipt, key, state, version, accepted_at AS acceptedAt, attempts, processed_at AS processedAt, destroy_at AS destroyAt, payload, typed_hash AS typedHash
         FROM inquiry`,
      )
      .map((row) => ({ ...row, isAdopted: row.key.startsWith('row '), subject: this.#sentAs(row) }))
  }

  /** The subject of an entry, also where its contents are gone and its visitor has got no answer. */
  #sentAs({ receipt, key }: { receipt: string; key: string }): string {
    const known = this.#subjects.get(receipt)
    if (known !== undefined) return known
    const [first] = this.disk.rows<{ subject: string }>(
      "SELECT json_extract(payload, '$.inquiry.subject') AS subject FROM past WHERE receipt = ? AND payload IS NOT NULL",
      receipt,
    )
    const answered = [...this.#allReceipts].find(([, receipts]) => receipts.has(receipt))?.[0]
    const subject = first?.subject ?? answered ?? (key.startsWith('row ') ? receipt : `${this.id} ${key}`)
    this.#subjects.set(receipt, subject)
    return subject
  }

  /** What a visitor sends under a key: new contents once the key has ended. */
  #subjectOf(key: string): string {
    const generation = this.#generations.get(key) ?? 0
    return generation === 0 ? `${this.id} ${key}` : `${this.id} ${key} ${generation}`
  }

  /** The entry that was accepted under a key last, and whether the key still stands for it. */
  #holder(index: number): { subject: string; isLive: boolean } | null {
    const [row] = this.disk.rows<{ receipt: string; key: string; state: string; endsAt: number }>(
      'SELECT receipt, key, state, key_ends_at AS endsAt FROM inquiry WHERE key = ?',
      keyOf(index),
    )
    if (!row) return null
    return { subject: this.#sentAs(row), isLive: row.state !== 'destroyed' && row.endsAt > Date.now() }
  }

  #boot(): Outbox {
    try {
      return new Outbox(this.disk.boot() as never, this.#settings)
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      return NO_OUTBOX
    }
  }

  async #send(index: number): Promise<void> {
    const key = keyOf(index)
    const holder = this.#holder(index)
    const current = this.#subjectOf(key)
    const stored = this.entries().filter((entry) => entry.subject === current)
    // What was stored under a key that has ended is never sent again.
    if (!holder?.isLive && stored.length > 0) this.#generations.set(key, (this.#generations.get(key) ?? 0) + 1)
    // Nor is what a restore has left of it in D1, which came back after a try of the visitor that reached nobody.
    if (!holder && stored.length > 0 && stored.every(({ isAdopted }) => isAdopted)) this.#forget(current)
    // The clock went back before anything was stored under the key that had ended.
    if (holder?.isLive && holder.subject !== current) {
      this.#generations.set(key, generationOf(holder.subject))
      this.#forget(current)
    }
    const subject = this.#subjectOf(key)
    if (!this.#isStored(subject)) this.#stage(index, subject)
    if (!this.#periods.has(subject)) this.#periods.set(subject, 1)
    const answer = await this.outbox.accept(key, this.#payloadOf(index), undefined, `client ${index % 2}`)
    // Nothing was stored, or an operator has destroyed it with its files meanwhile.
    if (answer === 'files-gone' && this.#isGone(subject))
      return this.#isStored(subject) ? undefined : this.#forget(subject)
    if (typeof answer === 'string') throw new Error(`${subject} was refused: ${answer}.`)
    const { receipt } = answer
    if (answer.state === 'destroyed') throw new Error(`${subject} was told to be accepted, and is not stored.`)
    const known = this.#receipts.get(subject) ?? receipt
    // What an operator destroys while it is sent again is a new inquiry.
    if (known !== receipt && this.entries().some((entry) => entry.receipt === known && entry.state === 'destroyed')) {
      this.doomed.delete(subject)
      this.destroyed.delete(subject)
      this.beginPeriod(subject)
    } else if (known !== receipt) throw new Error(`${subject} has got a second receipt.`)
    this.#receipts.set(subject, receipt)
    this.#noteReceipt(subject, receipt)
  }

  #noteReceipt(subject: string, receipt: string): void {
    this.#allReceipts.set(subject, (this.#allReceipts.get(subject) ?? new Set()).add(receipt))
  }

  /** Whether an inquiry was destroyed, and not sent anew meanwhile. */
  isOver(subject: string): boolean {
    return this.destroyed.has(subject) && this.#isGone(subject)
  }

  #isGone(subject: string): boolean {
    return this.entries().every((entry) => entry.subject !== subject || entry.state === 'destroyed')
  }

  #isStored(subject: string): boolean {
    return this.entries().some((entry) => entry.subject === subject)
  }

  /** Nothing of an inquiry is stored: if it is sent again, it is a new one. */
  #forget(subject: string): void {
    for (const known of [this.#periods, this.#uploads, this.doomed, this.destroyed]) known.delete(subject)
  }

  /** The visitor's files are staged, unless they are already: the last visitor has the form of the one before in a second tab. */
  #stage(index: number, subject: string): void {
    if (!this.#isRemote || index < FIRST_WITH_FILE) return
    const others = index === SECOND_TAB ? this.#uploads.get(this.#subjectOf(keyOf(FIRST_WITH_FILE))) : undefined
    const id = [this.#uploads.get(subject), others].find(isClaimable)
    if (id === undefined) stage(`upload of ${subject}`, FILE_NAME)
    this.#uploads.set(subject, id ?? `upload of ${subject}`)
  }

  #payloadOf(index: number) {
    const subject = this.#subjectOf(keyOf(index))
    return inquiryOf(this.id, subject, [this.#uploads.get(subject) ?? []].flat())
  }
}

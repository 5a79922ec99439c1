import { ENDED, type OutboxDisk, outboxDisk } from '../outbox-disk.ts'
import { prepareRestored } from '../../../functions/outbox/restored.ts'
import type { Database } from '../database.ts'
import { Outbox, payload, stage } from '../outbox-under-test.ts'
import { EARLIER, earlierInquiries, KEYS, keyOf, settingsOf, type UpstreamKind } from './start.ts'
import type { PastEntry } from './past-entry.ts'
import { storageOf } from '../../../functions/cli/outbox-storage.ts'
import type { SqliteD1 } from '../sqlite-d1.ts'

/** From this one on the inquiries have a staged file, where the upstream is remote. */
const FIRST_WITH_FILE = 4
export const FILE_NAME = 'report.pdf'
/** Keys that an operator can name: also those of earlier builds. */
export const OPERATED_KEYS = KEYS + EARLIER

/** A row of the outbox. */
export interface StoredEntry {
  receipt: string
  subject: string
  state: string
  version: number
  acceptedAt: number
  attempts: number
  processedAt: number | null
  destroyAt: number | null
  payload: string | null
  /** Made of a row that had none. */
  isAdopted: boolean
}

/** The outbox of one brand, and what its visitors and operators know. */
export class Brand {
  readonly id: string
  readonly disk: OutboxDisk
  outbox: Outbox
  /** Subjects of the inquiries that an operator wanted to be destroyed, and of those that were. */
  readonly doomed = new Set<string>()
  readonly destroyed = new Set<string>()
  /** What went wrong for a visitor. */
  readonly failures: Error[] = []
  readonly #receipts = new Map<string, string>()
  readonly #periods = new Map<string, number>()
  readonly #withFile = new Set<string>()
  readonly #allReceipts = new Map<string, Set<string>>()
  /** How often the contents under a key have been new ones, by key. */
  readonly #generations = new Map<string, number>()
  readonly #subjects = new Map<string, string>()
  readonly #settings: object
  readonly #isRemote: boolean

  /** A process that ends meanwhile is no failure. */
  readonly #note = (error: Error) => {
    if (error.message !== ENDED) this.failures.push(error)
  }

  /** @param storage of its outbox, with the inquiries of earlier builds */
  constructor(id: string, kind: UpstreamKind, storage: Database, d1: SqliteD1) {
    this.id = id
    this.#isRemote = kind === 'remote'
    this.#settings = settingsOf(kind, d1)
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

  hasFile(subject: string): boolean {
    return this.#withFile.has(subject)
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

  /** An operator does something. The answer may come later, or never where the process ends. */
  operate(deed: 'retry' | 'markProcessed' | 'undo' | 'destroy', receipt: string, subject: string): void {
    if (deed === 'retry' && this.periodsOf(subject) > 0) this.beginPeriod(subject)
    if (deed === 'destroy') this.doomed.add(subject)
    this.outbox[deed](receipt).then((result) => {
      if (result === 'unknown') this.failures.push(new Error(`${subject} is unknown to its outbox.`))
      if (deed === 'destroy' && result === 'done') this.destroyed.add(subject)
    }, this.#note)
  }

  /** An operator wants an inquiry to be sent again, with all its tries. */
  beginPeriod(subject: string): void {
    this.#periods.set(subject, this.periodsOf(subject) + 1)
  }

  /** How often an inquiry may have all its tries: once as it was accepted, and once for each order of an operator; 0 if it was not sent. */
  periodsOf(subject: string): number {
    return this.#periods.get(subject) ?? 0
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

  /** The site is made again from a backup. @param destroyed receipts that were destroyed since, with their time */
  restore(bytes: Uint8Array, destroyed: ReadonlyMap<string, number>): void {
    this.disk.restore(bytes)
    prepareRestored(storageOf(this.disk.db), destroyed)
    const known = new Set(this.entries().flatMap(({ subject, isAdopted }) => (isAdopted ? [] : subject)))
    for (const subject of this.sent) {
      // What came after the backup was never sent; what it has may be sent again.
      if (known.has(subject)) this.beginPeriod(subject)
      else this.#periods.delete(subject)
      if (!known.has(subject)) for (const set of [this.doomed, this.destroyed]) set.delete(subject)
    }
    for (const subject of this.#receipts.keys()) if (!known.has(subject)) this.#receipts.delete(subject)
    for (let index = 0; index < KEYS; index++) {
      const holder = this.#holder(index)
      if (holder) this.#generations.set(keyOf(index), Number(holder.subject.split(' ')[2] ?? 0))
    }
    this.outbox = this.#boot()
  }

  /** The alarm goes off if it is due. */
  async tick(): Promise<void> {
    if (this.disk.alarm === null || this.disk.alarm > Date.now()) return
    this.disk.alarm = null
    await this.outbox.alarm()
  }

  entries(): StoredEntry[] {
    return this.disk
      .rows<Omit<StoredEntry, 'subject' | 'isAdopted'> & { key: string }>(
        `SELECT receipt, key, state, version, accepted_at AS acceptedAt, attempts, processed_at AS processedAt, destroy_at AS destroyAt, payload
         FROM inquiry`,
      )
      .map((row) => {
        return { ...row, isAdopted: row.key.startsWith('row '), subject: this.#sentAs(row) }
      })
  }

  /** When the next queued inquiry is due, in milliseconds since epoch; null where none is queued. */
  get nextDue(): number | null {
    const [row] = this.disk.rows<{ at: number | null }>("SELECT min(next_at) AS at FROM inquiry WHERE state = 'queued'")
    return row?.at ?? null
  }

  /** What an entry was at a version; undefined where it never had it. */
  pastOf(receipt: string, version: number): PastEntry | undefined {
    const [past] = this.disk.rows<PastEntry>(
      `SELECT state, attempts, last_failure AS lastFailure, delivered_at AS deliveredAt, processed_at AS processedAt,
         destroy_at AS destroyAt, destroyed_at AS destroyedAt, received_here AS receivedHere, payload
       FROM past WHERE receipt = ? AND version = ?`,
      receipt,
      version,
    )
    return past
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
    return new Outbox(this.disk.boot() as never, this.#settings)
  }

  async #send(index: number): Promise<void> {
    const key = keyOf(index)
    // What was stored under a key that has ended is never sent again.
    if (!this.#holder(index)?.isLive && this.entries().some((entry) => entry.subject === this.#subjectOf(key)))
      this.#generations.set(key, (this.#generations.get(key) ?? 0) + 1)
    const content = this.#payloadOf(index)
    const { subject } = content.inquiry
    if (!this.#periods.has(subject)) {
      this.#periods.set(subject, 1)
      for (const id of content.uploads) {
        stage(id, FILE_NAME)
        this.#withFile.add(subject)
      }
    }
    const answer = await this.outbox.accept(key, content)
    if (typeof answer === 'string') throw new Error(`${subject} was refused: ${answer}.`)
    const { receipt } = answer
    if (answer.state === 'destroyed') throw new Error(`${subject} was told to be accepted, and is not stored.`)
    const known = this.#receipts.get(subject) ?? receipt
    if (known !== receipt) throw new Error(`${subject} has got a second receipt.`)
    this.#receipts.set(subject, receipt)
    this.#allReceipts.set(subject, (this.#allReceipts.get(subject) ?? new Set()).add(receipt))
  }

  #payloadOf(index: number) {
    const subject = this.#subjectOf(keyOf(index))
    const uploads = this.#isRemote && index >= FIRST_WITH_FILE && index < KEYS ? [`upload of ${subject}`] : []
    const inquiry = { ...payload.inquiry, subject, held_files: uploads }
    return { ...payload, inquiry, uploads, brandId: this.id, whiteLabel: this.id }
  }
}

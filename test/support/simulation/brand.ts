import { ENDED, type OutboxDisk, outboxDisk } from '../outbox-disk.ts'
import { prepareRestored } from '../../../functions/outbox/restored.ts'
import { env, Outbox, payload, stage } from '../outbox-under-test.ts'
import { receiveInOldTable } from './old-worker.ts'
import { storageOf } from '../../../functions/cli/outbox-storage.ts'
import type { SqliteD1 } from '../sqlite-d1.ts'

export const BRANDS = ['vcp-x', 'partner-a']
/** Keys that visitors use, the same ones in each brand. */
export const KEYS = 6
/** From this one on the inquiries have a staged file, where the upstream is remote. */
const FIRST_WITH_FILE = 4
export const FILE_NAME = 'report.pdf'
/** Inquiries of earlier builds, by key. */
const QUEUED = KEYS
const LEFT_BEHIND = KEYS + 1
/** Keys that an operator can name. */
export const OPERATED_KEYS = KEYS + 2

const keyOf = (index: number) => `00000000-0000-4000-8000-00000000000${index}`

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

/** What an outbox said of an inquiry at one of its versions. */
export interface PastEntry {
  state: string
  attempts: number
  lastFailure: string | null
  deliveredAt: number | null
  processedAt: number | null
  destroyAt: number | null
  destroyedAt: number | null
  receivedHere: number
  payload: string | null
}

const PAST = `state, attempts, last_failure, delivered_at, processed_at, destroy_at, destroyed_at, received_here, payload`
const NOTED = `INSERT OR REPLACE INTO past SELECT receipt, version, ${PAST} FROM inquiry`
/** Notes each entry at each of its versions. */
const HISTORY = `
  CREATE TABLE IF NOT EXISTS past (receipt, version, ${PAST}, PRIMARY KEY (receipt, version));
  ${NOTED};
  CREATE TRIGGER IF NOT EXISTS past_added AFTER INSERT ON inquiry BEGIN ${NOTED} WHERE receipt = NEW.receipt; END;
  CREATE TRIGGER IF NOT EXISTS past_changed AFTER UPDATE OF version ON inquiry BEGIN ${NOTED} WHERE receipt = NEW.receipt; END;`

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
  readonly #settings: object
  readonly #isRemote: boolean

  /** @param upstreamUrl empty where the upstream is embedded */
  constructor(id: string, d1: SqliteD1, upstreamUrl: string) {
    this.id = id
    this.#isRemote = upstreamUrl !== ''
    this.#settings = { ...env(d1), UPSTREAM_URL: upstreamUrl }
    this.disk = outboxDisk(id)
    this.#addRowsOfEarlierBuilds(d1)
    this.outbox = this.#boot()
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

  /** A visitor sends an inquiry, the same each time under one key. A process that ends meanwhile is no failure. */
  send(index: number): void {
    this.#send(index).catch((error: Error) => {
      if (error.message !== ENDED) this.failures.push(error)
    })
  }

  /** All visitors send again: those whose answer was lost learn their receipt. */
  sendAllAgain(): void {
    for (let index = 0; index < KEYS; index++) if (this.#periods.has(this.#subjectOf(keyOf(index)))) this.send(index)
  }

  /** An operator does something. The answer may come later, or never where the process ends. */
  operate(deed: 'retry' | 'markProcessed' | 'undo' | 'destroy', receipt: string, subject: string): void {
    if (deed === 'retry' && this.periodsOf(subject) > 0) this.beginPeriod(subject)
    if (deed === 'destroy') this.doomed.add(subject)
    this.outbox[deed](receipt).then(
      (result) => {
        if (result === 'unknown') this.failures.push(new Error(`${subject} is unknown to its outbox.`))
        if (deed === 'destroy' && result === 'done') this.destroyed.add(subject)
      },
      (error: Error) => {
        if (error.message !== ENDED) this.failures.push(error)
      },
    )
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
    const begun = this.disk.rows<{ key: string }>('SELECT key FROM inquiry WHERE attempt_started_at IS NOT NULL')
    this.disk.kill()
    this.outbox = this.#boot()
    return begun.map(({ key }) => this.#subjectOf(key))
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
        const isAdopted = row.key.startsWith('row ')
        return { ...row, isAdopted, subject: isAdopted ? this.#sentAs(row.receipt) : this.#subjectOf(row.key) }
      })
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

  #sentAs(receipt: string): string {
    return [...this.#allReceipts].find(([, receipts]) => receipts.has(receipt))?.[0] ?? receipt
  }

  #subjectOf(key: string): string {
    return `${this.id} ${key}`
  }

  #boot(): Outbox {
    const outbox = new Outbox(this.disk.boot() as never, this.#settings)
    this.disk.db.exec(HISTORY)
    return outbox
  }

  async #send(index: number): Promise<void> {
    const content = this.#payloadOf(index)
    const { subject } = content.inquiry
    if (!this.#periods.has(subject)) {
      this.#periods.set(subject, 1)
      for (const id of content.uploads) {
        stage(id, FILE_NAME)
        this.#withFile.add(subject)
      }
    }
    const { receipt } = await this.outbox.accept(keyOf(index), content)
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

  /** One that the first build had queued, and a delivered one whose copy in D1 a later build has left behind. */
  #addRowsOfEarlierBuilds(d1: SqliteD1): void {
    this.disk.db.exec(`
      CREATE TABLE inquiry (receipt TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, state TEXT NOT NULL, accepted_at INTEGER NOT NULL,
        delivered_at INTEGER, attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER, payload TEXT);
      CREATE INDEX due ON inquiry (next_at) WHERE state = 'queued'`)
    const insert = this.disk.db.prepare(
      'INSERT INTO inquiry (receipt, key, state, accepted_at, delivered_at, attempts, next_at, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    )
    const now = Date.now()
    const queued = this.#payloadOf(QUEUED)
    insert.run(`${this.id} queued`, keyOf(QUEUED), 'queued', now, null, 0, now, JSON.stringify(queued))
    this.#periods.set(queued.inquiry.subject, 1)
    insert.run(`${this.id} left behind`, keyOf(LEFT_BEHIND), 'delivered', now, now, 0, null, null)
    this.#receipts.set(this.#subjectOf(keyOf(QUEUED)), `${this.id} queued`)
    this.#receipts.set(this.#subjectOf(keyOf(LEFT_BEHIND)), `${this.id} left behind`)
    if (!this.#isRemote) receiveInOldTable(d1, this.id, `${this.id} left behind`, this.#subjectOf(keyOf(LEFT_BEHIND)))
    d1.rows(
      "INSERT INTO undelivered_inquiry (receipt, accepted_at, white_label, payload, brand_id, state) VALUES (?, ?, ?, ?, ?, 'queued')",
      `${this.id} left behind`,
      new Date(now).toISOString(),
      this.id,
      JSON.stringify(this.#payloadOf(LEFT_BEHIND)),
      this.id,
    )
  }
}

import { ENDED, type OutboxDisk, outboxDisk } from '../outbox-disk.ts'
import { env, Outbox, payload, stage } from '../outbox-under-test.ts'
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

const keyOf = (index: number) => `00000000-0000-4000-8000-00000000000${index}`

/** A row of the outbox. */
export interface StoredEntry {
  receipt: string
  subject: string
  state: string
  attempts: number
  lastFailure: string | null
  payload: string | null
}

/** The outbox of one brand, and what its visitors and operators know. */
export class Brand {
  readonly id: string
  readonly disk: OutboxDisk
  outbox: Outbox
  /** Subjects of the inquiries that an operator has destroyed. */
  readonly destroyed = new Set<string>()
  /** What went wrong for a visitor. */
  readonly failures: Error[] = []
  readonly #receipts = new Map<string, string>()
  readonly #periods = new Map<string, number>()
  readonly #withFile = new Set<string>()
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

  async retry(receipt: string, subject: string): Promise<void> {
    if (await this.outbox.retry(receipt)) this.beginPeriod(subject)
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

  /** The alarm goes off if it is due. */
  async tick(): Promise<void> {
    if (this.disk.alarm === null || this.disk.alarm > Date.now()) return
    this.disk.alarm = null
    await this.outbox.alarm()
  }

  entries(): StoredEntry[] {
    return this.disk
      .rows<Omit<StoredEntry, 'subject'> & { key: string }>(
        'SELECT receipt, key, state, attempts, last_failure AS lastFailure, payload FROM inquiry',
      )
      .map((row) => ({ ...row, subject: this.#subjectOf(row.key) }))
  }

  #subjectOf(key: string): string {
    return `${this.id} ${key}`
  }

  #boot(): Outbox {
    return new Outbox(this.disk.boot() as never, this.#settings)
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

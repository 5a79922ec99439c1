import { ENDED, type OutboxDisk, outboxDisk } from '../outbox-disk.ts'
import { prepareRestored } from '../../../functions/outbox/restored.ts'
import { env, Outbox, payload, stage } from '../outbox-under-test.ts'
import { receiveInOldTable } from './old-worker.ts'
import type { PastEntry } from './past-entry.ts'
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
  /** How often the contents under a key have been new ones, by key. */
  readonly #generations = new Map<string, number>()
  readonly #subjects = new Map<string, string>()
  readonly #settings: object
  readonly #isRemote: boolean

  /** A process that ends meanwhile is no failure. */
  readonly #note = (error: Error) => {
    if (error.message !== ENDED) this.failures.push(error)
  }

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
    const outbox = new Outbox(this.disk.boot() as never, this.#settings)
    this.disk.db.exec(HISTORY)
    return outbox
  }

  async #send(index: number): Promise<void> {
    const holder = this.#holder(index)
    if (holder?.isLive === false && holder.subject === this.#subjectOf(keyOf(index)))
      this.#generations.set(keyOf(index), (this.#generations.get(keyOf(index)) ?? 0) + 1)
    const content = this.#payloadOf(index)
    const { subject } = content.inquiry
    if (!this.#periods.has(subject)) {
      this.#periods.set(subject, 1)
      for (const id of content.uploads) {
        stage(id, FILE_NAME)
        this.#withFile.add(subject)
      }
    }
    const answer = await this.outbox.accept(keyOf(index), content)
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

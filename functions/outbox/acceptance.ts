import { LRUCache } from 'lru-cache'
import { v4 as uuid } from 'uuid'
import type { Receipt } from '../contract/inquiry-body.ts'
import { ABOUT_OTHER_BRANDS } from '../contract/spam-signals.ts'
import type { Env } from '../env.ts'
import { within } from '../http/deadline.ts'
import type { Mailer } from './mailer.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { Entry } from './entry.ts'
import type { NamedFiles } from './named-files.ts'
import { AcceptedKeys, hashOfTyped, KEY_LIFE_MS } from './accepted-keys.ts'
import { lackingFiles, mergedFiles, supplementOf } from './late-files.ts'
import { SPAM_SIGNALS } from './notification.ts'
import type { Payload } from './payload.ts'
import type { OutboxStore } from './store.ts'

/** The first attempt to forward files: their upload has failed only now. */
const FILES_PAUSE_MS = 2000
/** The alarm takes over if the object dies during the first attempt, and copies to D1 what waits for its first attempt. */
const FIRST_ALARM_MS = 5000
/** How long it is known what a client has sent first, and of how many clients. */
const FIRST_KNOWN_MS = 3_600_000
const CLIENTS_MAX = 10_000

/** The key of a client, and how long it stands for its inquiry. */
export interface ClientKey {
  key: string
  lifeMs: number
  /** SHA-256 of what the visitor typed. */
  typedHash: string
  /** Whose inquiry it is. */
  client: string
  /** When it came, in milliseconds since epoch: a key that ends while a store is waited for still stands. */
  arrivedAt: number
}

/**
 * Why nothing was stored. `other-contents`: the key stands for an inquiry with other contents. `files-gone`: files that the inquiry names
 * are staged no more.
 */
export type Refusal = 'other-contents' | 'files-gone'

interface Taken {
  receipt: string
  isNew: boolean
}

interface Dependencies {
  env: Env
  storage: DurableObjectStorage
  store: OutboxStore
  files: NamedFiles
  dispatcher: Dispatcher
  mailer: Mailer
  waitUntil(work: Promise<unknown>): void
  /** Called when an inquiry that was accepted before has got more files. */
  onFilesAdded(): void
}

/** Takes inquiries of visitors into the outbox: one for each key, with the files that come later under it. */
export class Acceptance {
  readonly #dependencies: Dependencies
  readonly #keys: AcceptedKeys
  /** Ends the waiting of visitors, by receipt. */
  readonly #visitors = new Map<string, () => void>()
  /** The receipt of what each client has sent first stands for its line. Only in memory, so that no address is stored. */
  readonly #firstOf = new LRUCache<string, string>({ max: CLIENTS_MAX, ttl: FIRST_KNOWN_MS, updateAgeOnGet: true })

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#keys = new AcceptedKeys(dependencies.storage.sql)
  }

  /** See Outbox. */
  async accept(key: string, payload: Payload, lifeMs = KEY_LIFE_MS, client = ''): Promise<Receipt | Refusal> {
    const { store, files } = this.#dependencies
    const arrivedAt = Date.now()
    const typedHash = await hashOfTyped(payload.inquiry)
    const accepted = await files.hold(payload.uploads, (areThere) =>
      this.#take({ key, lifeMs, typedHash, client, arrivedAt }, payload, areThere),
    )
    if (typeof accepted === 'string') return accepted
    const { receipt, isNew } = accepted
    if (isNew) await this.#attemptForVisitor(receipt)
    const state = store.byReceipt(receipt)?.state ?? 'queued'
    if (state !== 'destroyed') return { receipt, state }
    // An operator has destroyed it meanwhile: what was accepted before is sent anew, what was accepted just now was accepted.
    return isNew ? { receipt, state: 'queued' } : this.accept(key, payload, lifeMs, client)
  }

  /** Whether an inquiry has been accepted under this key, for which it still stands. */
  has(key: string): boolean {
    return this.#keys.find(key, Date.now()) !== null
  }

  /** Deletes what was kept with keys whose time is over. */
  expireKeys(now: number): void {
    this.#keys.expire(now)
  }

  /** An attempt has ended: its visitor waits no longer. */
  settled(receipt: string): void {
    this.#visitors.get(receipt)?.()
  }

  /** The inquiry that the key stands for, else a new one. @param areThere whether the files are still staged */
  async #take(client: ClientKey, payload: Payload, areThere: boolean): Promise<Refusal | Taken> {
    // Read before, so that all that follows is one transaction.
    const alarm = await this.#dependencies.storage.getAlarm()
    const existing = this.#keys.find(client.key, client.arrivedAt)
    if (!existing) return areThere ? { receipt: this.#add(client, payload, alarm), isNew: true } : 'files-gone'
    // An older build kept no hash.
    if (existing.typedHash !== null && existing.typedHash !== client.typedHash) return 'other-contents'
    await this.#addFiles(existing, payload, client)
    return { receipt: existing.receipt, isNew: false }
  }

  /** Stores inquiry, mails and alarm. @param alarm when it is set, milliseconds since epoch */
  #add({ key, lifeMs, typedHash, client }: ClientKey, payload: Payload, alarm: number | null): string {
    const { env, storage, store, mailer, waitUntil } = this.#dependencies
    const now = Date.now()
    const receipt = uuid()
    const nextAt = payload.inquiry.held_files.length > 0 ? now + FILES_PAUSE_MS : now
    const line = (client && this.#firstOf.get(client)) || receipt
    if (client) this.#firstOf.set(client, line)
    this.#keys.free(key)
    store.add({ receipt, key, keyEndsAt: now + lifeMs, typedHash, acceptedAt: now, nextAt, line, payload })
    if (!payload.canary) {
      const { inquiry, origin, remarks = [], supplementTo } = payload
      // The mail goes to the brand.
      const told = remarks.filter((signal) => signal !== ABOUT_OTHER_BRANDS)
      const suspicions = told.map((signal) => SPAM_SIGNALS[signal])
      mailer.accepted(receipt, { inquiry, origin, suspicions }, now, line, supplementTo === undefined)
    }
    const due = Math.max(nextAt, now + Math.min(FIRST_ALARM_MS, env.UPSTREAM_TIMEOUT_MS))
    if (alarm === null || alarm > due) waitUntil(storage.setAlarm(due))
    return receipt
  }

  /** Files of a repeated inquiry that the accepted one lacks: into it while it surely was not sent, else after it. */
  async #addFiles(existing: Entry, payload: Payload, client: ClientKey): Promise<void> {
    const { env, storage, store, dispatcher, mailer, onFilesAdded } = this.#dependencies
    const late = await lackingFiles(env, existing, payload)
    if (late === null) return
    const { receipt, state, unknowns, payload: accepted } = store.byReceipt(existing.receipt) ?? existing
    if (accepted && state !== 'delivered' && unknowns === 0 && !dispatcher.isRunning(receipt)) {
      store.updatePayload(receipt, mergedFiles(accepted, late))
      // Its attempts may be of another kind now.
      store.due.turnAgain(receipt)
      return onFilesAdded()
    }
    // Keys of clients are UUIDs, so nobody can take this one.
    const key = `supplement ${receipt}`
    const supplement = supplementOf(payload, late, receipt)
    const earlier = this.#keys.find(key, Date.now())
    if (earlier) return this.#addFiles(earlier, supplement, client)
    this.#add({ ...client, key, lifeMs: KEY_LIFE_MS }, supplement, await storage.getAlarm())
    dispatcher.run(true)
    mailer.run()
  }

  /** Starts the first attempt and waits for its outcome, at most as long as a visitor waits. */
  async #attemptForVisitor(receipt: string): Promise<void> {
    const { env, store, dispatcher, mailer } = this.#dependencies
    dispatcher.run(true, ['untried'])
    mailer.run()
    if (!dispatcher.isAttempted(receipt)) return
    if (store.byReceipt(receipt)?.payload?.inquiry.held_files.length) return
    const attempted = new Promise<void>((done) => this.#visitors.set(receipt, done))
    await within(env.UPSTREAM_TIMEOUT_MS, attempted, () => undefined)
    this.#visitors.delete(receipt)
  }
}

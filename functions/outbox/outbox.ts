import { DurableObject } from 'cloudflare:workers'
import { v4 as uuid } from 'uuid'
import type { Receipt, ReceiptState } from '../contract/inquiry.ts'
import { parseEnv, type Env } from '../env.ts'
import { UpstreamFailedError } from '../errors.ts'
import { logFailure } from '../log.ts'
import { deleteFiles, deliver, FilesPendingError } from './delivery.ts'
import { nextAttempt } from './retry-schedule.ts'
import { OutboxStore, writeDeadLetter, type Entry, type Payload } from './store.ts'

/** Entries per alarm, and deliveries at the same time: a Worker has six connections. */
const BATCH = 24
const CONCURRENCY = 6
/** The alarm takes over if the object dies during the first attempt. */
const FIRST_ALARM_MS = 5000
/** Pause after a batch without any answer: the upstream is down, and more calls would keep it down. */
const DOWN_PAUSE_MS = 10_000

/** Result of an attempt. `refused`: this inquiry failed by itself, which says nothing about the upstream. */
type Outcome = 'delivered' | 'refused' | 'unanswered'

function outcomeOf(error: unknown): Outcome {
  const status = error instanceof UpstreamFailedError ? (error.upstreamStatus ?? 0) : 0
  const answered = status >= 400 && status < 500 && status !== 408 && status !== 429
  return answered || error instanceof FilesPendingError ? 'refused' : 'unanswered'
}

/**
 * The outbox of one brand: stores every inquiry first, then delivers it until the upstream has taken it (docs/contract.md#5). One
 * receipt for each key, and one delivery of an inquiry at a time.
 */
export class Outbox extends DurableObject {
  readonly #store: OutboxStore
  /** Receipts of the deliveries in progress. */
  readonly #delivering = new Set<string>()
  readonly #settings: Env

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env)
    this.#settings = parseEnv(env)
    this.#store = new OutboxStore(ctx.storage.sql)
    // The alarm may have been lost with the previous process.
    void ctx.blockConcurrencyWhile(async () => {
      const next = this.#store.nextDue()
      if (next !== null) await this.#setAlarmBy(next)
    })
  }

  /** Stores an inquiry durably, then tries to deliver it at once. The same key gives the same receipt. */
  async accept(key: string, payload: Payload): Promise<Receipt> {
    const existing = this.#store.byKey(key)
    if (existing) return { receipt: existing.receipt, state: existing.state }
    const now = Date.now()
    const receipt = uuid()
    this.#store.add({ receipt, key, acceptedAt: now, nextAt: now + FIRST_ALARM_MS, payload })
    await this.#setAlarmBy(now + FIRST_ALARM_MS)
    await this.#attempt(receipt)
    return { receipt, state: this.#store.byReceipt(receipt)?.state ?? 'queued' }
  }

  /** Whether an inquiry has been accepted under this key. */
  async has(key: string): Promise<boolean> {
    return this.#store.byKey(key) !== null
  }

  /** The state of an inquiry, without personal data; null for an unknown receipt. */
  async stateOf(receipt: string): Promise<ReceiptState | null> {
    const entry = this.#store.byReceipt(receipt)
    return (
      entry && {
        state: entry.state,
        accepted_at: new Date(entry.acceptedAt).toISOString(),
        delivered_at: entry.deliveredAt === null ? null : new Date(entry.deliveredAt).toISOString(),
      }
    )
  }

  /** For /readyz: the object answers and its store can be read. */
  async ping(): Promise<void> {
    this.#store.nextDue()
  }

  /** For the sweep of R2, see OutboxStore. */
  async filesInUse(): Promise<{ uploads: string[]; references: string[] }> {
    return this.#store.filesInUse()
  }

  /** Deletes the contents and files of an undelivered inquiry; its receipt stays. */
  async erase(receipt: string): Promise<void> {
    const payload = this.#store.byReceipt(receipt)?.payload
    if (payload) await deleteFiles(this.#settings, payload)
    this.#store.erase(receipt)
  }

  override async alarm(): Promise<void> {
    let upstreamAnswers = false
    try {
      const due = this.#store.due(Date.now(), BATCH)
      for (let from = 0; from < due.length; from += CONCURRENCY) {
        const group = due.slice(from, from + CONCURRENCY)
        const outcomes = await Promise.all(group.map((receipt) => this.#attempt(receipt)))
        upstreamAnswers = outcomes.some((outcome) => outcome !== 'unanswered')
        // Leave the rest of the batch for later instead of waiting for every deadline.
        if (!upstreamAnswers) break
      }
    } finally {
      const next = this.#store.nextDue()
      const earliest = Date.now() + (upstreamAnswers ? 0 : DOWN_PAUSE_MS)
      if (next !== null) await this.ctx.storage.setAlarm(Math.max(next, earliest))
    }
  }

  /** Attempts one delivery. After any failure the entry is still stored and has a next attempt. */
  async #attempt(receipt: string): Promise<Outcome> {
    // Read now: the visitor's own request may have delivered the entry since the alarm read its batch.
    const entry = this.#store.byReceipt(receipt)
    if (entry?.state !== 'queued' || entry.payload === null || this.#delivering.has(receipt)) return 'unanswered'
    this.#delivering.add(receipt)
    let payload = entry.payload
    const onProgress = (progress: Payload) => {
      payload = progress
      this.#store.updatePayload(receipt, progress)
    }
    try {
      await deliver({ env: this.#settings, entry: { ...entry, payload }, now: Date.now(), onProgress })
      this.#store.markDelivered(receipt, Date.now())
      const cleanUp = deleteFiles(this.#settings, payload)
      this.ctx.waitUntil(cleanUp.catch((error: unknown) => this.#log('clean-up', payload, error)))
      return 'delivered'
    } catch (error) {
      this.#log('delivery', payload, error)
      await this.#postpone(entry, payload)
      return outcomeOf(error)
    } finally {
      this.#delivering.delete(receipt)
    }
  }

  async #postpone(entry: Entry, payload: Payload): Promise<void> {
    const attempts = entry.attempts + 1
    const now = Date.now()
    const nextAt = nextAttempt(attempts, entry.acceptedAt, now, Math.random())
    if (nextAt === null && (await this.#giveUp(entry, payload))) return
    const at = nextAt ?? now + DOWN_PAUSE_MS
    this.#store.postpone(entry.receipt, attempts, at)
    await this.#setAlarmBy(at)
  }

  /** Makes an entry a dead letter. False where D1 fails; the entry then stays queued. */
  async #giveUp(entry: Entry, payload: Payload): Promise<boolean> {
    try {
      await writeDeadLetter(this.#settings.DB, entry, payload)
      this.#store.markUndelivered(entry.receipt)
      return true
    } catch (error) {
      this.#log('dead-letter', payload, error)
      return false
    }
  }

  /** Sets the alarm to `at`, unless it is set earlier already. */
  async #setAlarmBy(at: number): Promise<void> {
    const alarm = await this.ctx.storage.getAlarm()
    if (alarm === null || alarm > at) await this.ctx.storage.setAlarm(at)
  }

  #log(code: string, { requestId }: Payload, error: unknown): void {
    logFailure('warn', { requestId, method: 'OUTBOX', path: '/api/board/inquiry', code }, error)
  }
}

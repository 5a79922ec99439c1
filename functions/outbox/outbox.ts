import { DurableObject } from 'cloudflare:workers'
import { v4 as uuid } from 'uuid'
import type { Receipt, ReceiptState } from '../contract/inquiry.ts'
import { parseEnv, type Env } from '../env.ts'
import { UpstreamFailedError } from '../errors.ts'
import { logFailure } from '../log.ts'
import { cleanUp, deliver, FilesAwaitedError } from './delivery.ts'
import { Ledger, type Entry, type Payload } from './store.ts'
import { park } from './dead-letters.ts'
import { nextAttempt } from './schedule.ts'

/** Rows an alarm takes at a time, and deliveries under way at once: as many as a Worker has connections. */
const BATCH = 24
const AT_ONCE = 6
/** Should the object die in its first attempt, the alarm takes over then. */
const FIRST_ALARM_MS = 5000
/** Pause after a batch in which nothing went through: the upstream is down, and asking on would only keep it so. */
const DOWN_PAUSE_MS = 10_000

/** What became of an attempt. 'refused': this one failed by itself, which says nothing about the others. */
type Outcome = 'delivered' | 'refused' | 'unanswered'

function outcomeOf(error: unknown): Outcome {
  const status = error instanceof UpstreamFailedError ? (error.upstreamStatus ?? 0) : 0
  const answered = status >= 400 && status < 500 && status !== 408 && status !== 429
  return answered || error instanceof FilesAwaitedError ? 'refused' : 'unanswered'
}

/**
 * Accepts every inquiry of one brand before anything else happens to it, and delivers it until the upstream has taken it
 * (contract: The edge's own API). One key, one receipt, one delivery at a time.
 */
export class Outbox extends DurableObject {
  readonly #ledger: Ledger
  readonly #underWay = new Set<string>()
  readonly #settings: Env

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env)
    this.#settings = parseEnv(env)
    this.#ledger = new Ledger(ctx.storage.sql)
    // Whatever became of the alarm when the object last died: where an inquiry waits, one is set.
    void ctx.blockConcurrencyWhile(async () => {
      const next = this.#ledger.nextDue()
      if (next !== null) await this.#wakeBy(next)
    })
  }

  /** Stores an inquiry durably, then tries to deliver it at once. The same key gives the same receipt. */
  async accept(key: string, payload: Payload): Promise<Receipt> {
    const known = this.#ledger.byKey(key)
    if (known) return { receipt: known.receipt, state: known.state }
    const now = Date.now()
    const receipt = uuid()
    this.#ledger.add({ receipt, key, acceptedAt: now, nextAt: now + FIRST_ALARM_MS, payload })
    await this.#wakeBy(now + FIRST_ALARM_MS)
    await this.#attempt(receipt)
    return { receipt, state: this.#ledger.byReceipt(receipt)?.state ?? 'queued' }
  }

  /** Whether an inquiry has been accepted under this key. */
  async knows(key: string): Promise<boolean> {
    return this.#ledger.byKey(key) !== null
  }

  /** The state of an inquiry, without anything personal; null for an unknown receipt. */
  async stateOf(receipt: string): Promise<ReceiptState | null> {
    const entry = this.#ledger.byReceipt(receipt)
    return (
      entry && {
        state: entry.state,
        accepted_at: new Date(entry.acceptedAt).toISOString(),
        delivered_at: entry.deliveredAt === null ? null : new Date(entry.deliveredAt).toISOString(),
      }
    )
  }

  /** For /readyz: the object answers and its book can be read. */
  async ping(): Promise<void> {
    this.#ledger.nextDue()
  }

  /** For the sweep of R2: what must stay there. */
  async keeping(): Promise<{ uploads: string[]; references: string[] }> {
    return this.#ledger.keeping()
  }

  /** Forgets what an undelivered inquiry said, once a person has seen to it. Its files in R2 go too. */
  async forget(receipt: string): Promise<void> {
    const payload = this.#ledger.byReceipt(receipt)?.payload
    if (payload) await cleanUp(this.#settings, payload)
    this.#ledger.forget(receipt)
  }

  override async alarm(): Promise<void> {
    let alive = false
    try {
      const due = this.#ledger.due(Date.now(), BATCH)
      for (let from = 0; from < due.length; from += AT_ONCE) {
        const outcomes = await Promise.all(due.slice(from, from + AT_ONCE).map(({ receipt }) => this.#attempt(receipt)))
        alive = outcomes.some((outcome) => outcome !== 'unanswered')
        // A whole group without an answer: leave the rest of the batch for later instead of waiting out every deadline.
        if (!alive) break
      }
    } finally {
      const next = this.#ledger.nextDue()
      if (next !== null) await this.ctx.storage.setAlarm(Math.max(next, Date.now() + (alive ? 0 : DOWN_PAUSE_MS)))
    }
  }

  /** One attempt; whatever goes wrong, the entry stays in the book and has a next time. */
  async #attempt(receipt: string): Promise<Outcome> {
    // Read just now: since the alarm took its batch, the visitor's own request may have delivered the entry.
    const entry = this.#ledger.byReceipt(receipt)
    if (entry?.state !== 'queued' || entry.payload === null || this.#underWay.has(receipt)) return 'unanswered'
    this.#underWay.add(receipt)
    let kept = entry.payload
    const keep = (progress: Payload) => {
      kept = progress
      this.#ledger.progress(receipt, progress)
    }
    try {
      await deliver({ env: this.#settings, entry: { ...entry, payload: kept }, now: Date.now(), keep })
      this.#ledger.delivered(receipt, Date.now())
      this.ctx.waitUntil(cleanUp(this.#settings, kept).catch((error: unknown) => this.#log('clean-up', kept, error)))
      return 'delivered'
    } catch (error) {
      this.#log('delivery', kept, error)
      await this.#postpone(entry, kept)
      return outcomeOf(error)
    } finally {
      this.#underWay.delete(receipt)
    }
  }

  async #postpone(entry: Entry, payload: Payload): Promise<void> {
    const attempts = entry.attempts + 1
    const now = Date.now()
    const nextAt = nextAttempt(attempts, entry.acceptedAt, now, Math.random())
    if (nextAt === null && (await this.#park(entry, payload))) return
    const again = nextAt ?? now + DOWN_PAUSE_MS
    this.#ledger.failed(entry.receipt, attempts, again)
    await this.#wakeBy(again)
  }

  /** Gives whether it is parked. Where it cannot be, it stays in the book and is tried again, and holds nobody up. */
  async #park(entry: Entry, payload: Payload): Promise<boolean> {
    try {
      await park(this.#settings.DB, entry, payload)
      this.#ledger.parked(entry.receipt)
      return true
    } catch (error) {
      this.#log('parking', payload, error)
      return false
    }
  }

  /** Sets the alarm no later than `at`. */
  async #wakeBy(at: number): Promise<void> {
    const set = await this.ctx.storage.getAlarm()
    if (set === null || set > at) await this.ctx.storage.setAlarm(at)
  }

  #log(code: string, { requestId }: Payload, error: unknown): void {
    logFailure('warn', { requestId, method: 'OUTBOX', path: '/api/board/inquiry', code }, error)
  }
}

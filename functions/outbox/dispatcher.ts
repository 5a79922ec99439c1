import type { Env } from '../env.ts'
import { UpstreamFailedError } from '../errors.ts'
import { logFailure } from '../log.ts'
import { deliveryUpstreamOf } from '../upstream/select-upstream.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { deliver, failureOf, reasonOf } from './delivery.ts'
import type { AttemptKind } from './due-entries.ts'
import type { Entry, OpenEntry } from './entry.ts'
import { ParallelAttempts } from './parallel-attempts.ts'
import type { NamedFiles } from './named-files.ts'
import type { Pause } from './pause.ts'
import type { Payload } from './payload.ts'
import { recordFacts } from './record-of-entry.ts'
import { nextAttempt, type Failure } from './retry-schedule.ts'
import { forwardStagedFiles } from './forward-staged-files.ts'
import type { OutboxStore } from './store.ts'

/** Deliveries at the same time: a Worker has six connections, and uploads are counted apart. */
const DELIVERIES_MAX = 4
/** One delivery is always left for those that were tried, and one for new ones. */
const AT_ONCE: Record<AttemptKind, number> = { untried: 3, tried: 3, files: 2 }
const KINDS = Object.keys(AT_ONCE) as AttemptKind[]

interface Dependencies {
  env: Env
  brandId: string
  store: OutboxStore
  files: NamedFiles
  pause: Pause
  /** See RecordCopies. */
  takeOver(receipt: string): Promise<void>
  /** Keeps the object alive until the work is done. */
  waitUntil(work: Promise<unknown>): void
  /** Called after each attempt, when the next ones have been started. */
  onSettled(receipt: string): void
  /** Called for each inquiry that becomes undelivered. */
  onUndelivered(entry: Entry, reason: string): void
}

/**
 * Runs the attempts of an outbox. Each kind finds out by itself whether the upstream answers, so that an inquiry on which it always fails
 * delays no other.
 */
export class Dispatcher {
  readonly #env: Env
  readonly #store: OutboxStore
  readonly #dependencies: Dependencies
  readonly #upstream: Upstream
  readonly #kinds: Record<AttemptKind, ParallelAttempts> = {
    untried: new ParallelAttempts(AT_ONCE.untried),
    tried: new ParallelAttempts(AT_ONCE.tried),
    files: new ParallelAttempts(AT_ONCE.files),
  }
  /** In progress, by receipt. */
  readonly #attempts = new Map<string, Promise<void>>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#env = dependencies.env
    this.#store = dependencies.store
    this.#upstream = deliveryUpstreamOf(this.#env)
    this.recover()
  }

  /** Takes over the inquiries of a previous process or of a backup: attempts that were interrupted get their outcome. */
  recover(): void {
    // What became of those attempts is for the process that delivers.
    if (this.#dependencies.pause.isOn) return
    for (const entry of this.#store.interrupted())
      if (!this.isRunning(entry.receipt))
        this.#postpone(entry, this.#upstream.idempotent ? 'unavailable' : 'unknown', 'The attempt was interrupted.')
    for (const kind of ['untried', 'tried'] as const)
      if (this.#store.due.nextAt(kind, new Set()) !== null) this.#kinds[kind].assumeDown()
  }

  /** Whether an attempt of this inquiry is in progress. */
  isRunning(receipt: string): boolean {
    return this.#running.has(receipt)
  }

  /** Resolves when no attempt of this inquiry is in progress. */
  async ended(receipt: string): Promise<void> {
    while (this.isRunning(receipt)) await this.#attempts.get(receipt)
  }

  /** Whether a new inquiry is attempted within the next moments: the upstream answers, or this inquiry finds out. */
  isAttempted(receipt: string): boolean {
    const { running, isDown } = this.#kinds.untried
    return running.has(receipt) || !(isDown || this.#dependencies.pause.isOn)
  }

  /**
   * Starts as many due attempts as may run.
   * @param isVisit a visitor waits
   * @param kinds all but those that cannot have become due by what has happened
   */
  run(isVisit = false, kinds: readonly AttemptKind[] = KINDS): void {
    if (this.#dependencies.pause.isOn) return
    const now = Date.now()
    for (const kind of kinds) {
      const { running } = this.#kinds[kind]
      for (let free = Math.min(this.#kinds[kind].free(now, isVisit), this.#room(kind)); free > 0; free--) {
        const receipt = this.#store.due.take(kind, this.#running, now)
        if (receipt === null) break
        this.#kinds[kind].begin(receipt)
        const attempt = this.#attempt(kind, receipt)
        if (running.has(receipt)) this.#attempts.set(receipt, attempt)
        this.#dependencies.waitUntil(attempt)
      }
    }
  }

  /** When the next attempt may start, in milliseconds since epoch; null while nothing is queued or no more may run. */
  nextAt(now: number): number | null {
    if (this.#dependencies.pause.isOn) return null
    const times = KINDS.flatMap((kind) => {
      const due = this.#store.due.nextAt(kind, this.#running)
      const opens = this.#room(kind) > 0 ? this.#kinds[kind].opensAt(now) : null
      return due === null || opens === null ? [] : [Math.max(due, opens, now)]
    })
    return times.length > 0 ? Math.min(...times) : null
  }

  /** Connections for a kind. Of an upstream that answers neither new nor tried inquiries, one at a time finds out (docs/contract.md#5). */
  #room(kind: AttemptKind): number {
    const { untried, tried } = this.#kinds
    if (kind === 'files') return AT_ONCE.files
    return (untried.isDown && tried.isDown ? 1 : DELIVERIES_MAX) - untried.running.size - tried.running.size
  }

  /** Receipts of all attempts in progress: an inquiry whose files are about to be settled is due among the other kind already. */
  get #running(): ReadonlySet<string> {
    return new Set(KINDS.flatMap((kind) => [...this.#kinds[kind].running]))
  }

  /** Runs one attempt. After any failure the entry is still stored and has a next attempt, or is undelivered. */
  async #attempt(kind: AttemptKind, receipt: string): Promise<void> {
    let answered = false
    const entry = this.#store.byReceipt(receipt)
    try {
      if (entry?.payload && entry.state === 'queued')
        answered = await (kind === 'files' ? this.#forwardFiles(entry as OpenEntry) : this.#deliver(entry as OpenEntry))
    } catch (error) {
      this.#log('delivery', entry?.payload ?? null, error)
      const failure = failureOf(error, this.#upstream)
      answered = failure === 'refused'
      if (entry) this.#postpone(entry, failure, reasonOf(error))
    } finally {
      this.#attempts.delete(receipt)
      this.#kinds[kind].settle(receipt, answered, Date.now())
      this.run()
      this.#dependencies.onSettled(receipt)
    }
  }

  /** @returns true: the upstream has taken it */
  async #deliver(entry: OpenEntry): Promise<boolean> {
    const { receipt, payload } = entry
    const { brandId, takeOver } = this.#dependencies
    let isOver = false
    const facts = () => {
      // The site's own upstream may go on after its deadline. What its row says then belongs to other contents, or to none.
      if (isOver) throw new UpstreamFailedError('The attempt is over.')
      return recordFacts(brandId, this.#store.byReceipt(receipt) ?? entry)
    }
    try {
      const row = { facts, takeOver: () => takeOver(receipt) }
      await deliver(this.#env, this.#upstream, row, entry, () => this.#store.attemptStarted(receipt, Date.now()))
    } finally {
      isOver = true
    }
    if (this.#store.markDelivered(receipt, Date.now(), this.#upstream.writesRecord)) {
      const cleanUp = this.#dependencies.files.release(payload)
      this.#dependencies.waitUntil(cleanUp.catch((error: unknown) => this.#log('clean-up', payload, error)))
    }
    return true
  }

  /** @returns whether the upstream answered */
  async #forwardFiles(entry: OpenEntry): Promise<boolean> {
    const { receipt } = entry
    const onProgress = (payload: Payload) => this.#store.updatePayload(receipt, payload)
    const { waitedMs, answeredAt, error } = await forwardStagedFiles(this.#env, this.#upstream, entry, onProgress)
    this.#store.filesWaited(receipt, waitedMs, answeredAt)
    if (error === null) this.#store.filesSettled(receipt, Date.now())
    else {
      this.#log('staged-files', entry.payload, error)
      this.#postpone(entry, 'unavailable', reasonOf(error))
    }
    return error === null || answeredAt !== null
  }

  #postpone(entry: Entry, failure: Failure, reason: string): void {
    const now = Date.now()
    const failed = {
      attempts: entry.attempts + 1,
      unknowns: entry.unknowns + Number(failure === 'unknown'),
      refusals: entry.refusals + Number(failure === 'refused'),
      since: entry.retriedAt ?? entry.acceptedAt,
    }
    const nextAt = nextAttempt(failure, failed, now, Math.random())
    const answeredAt = Math.max(...KINDS.map((kind) => this.#kinds[kind].answeredAt))
    this.#store.fail(entry.receipt, { failure, reason, answeredAt }, now, nextAt)
    if (nextAt === null) this.#dependencies.onUndelivered(entry, reason)
  }

  #log(code: string, payload: Payload | null, error: unknown): void {
    const requestId = payload?.requestId ?? null
    logFailure('warn', { requestId, method: 'OUTBOX', path: '/api/board/inquiry', code }, error)
  }
}

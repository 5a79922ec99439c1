import { possibleDeeds, type DeedResult, type InquiryDeed } from '../contract/possible-deeds.ts'
import type { Env } from '../env.ts'
import { within } from '../http/deadline.ts'
import { logFailure } from '../log.ts'
import type { Mailer } from './mailer.ts'
import type { MessageStore } from './message-store.ts'
import { certify } from './certificates.ts'
import type { Dispatcher } from './dispatcher.ts'
import { isDue, type Entry } from './entry.ts'
import type { NamedFiles } from './named-files.ts'
import type { Payload } from './payload.ts'
import type { RecordCopies } from './record-copies.ts'
import { recordState } from './record-of-entry.ts'
import type { OutboxStore } from './store.ts'

interface Dependencies {
  env: Env
  store: OutboxStore
  files: NamedFiles
  copies: RecordCopies
  dispatcher: Dispatcher
  mailer: Mailer
  messages: MessageStore
  /** Called after each deed that was done. */
  onDone(): void
}

/** What operators and the clock do with an inquiry. The outbox decides whether it is possible (functions/contract/possible-deeds.ts). */
export class Deeds {
  readonly #dependencies: Dependencies
  /** Receipts of inquiries that the clock is destroying. */
  readonly #ending = new Set<string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  retry(receipt: string): Promise<DeedResult> {
    const { dispatcher, store } = this.#dependencies
    return this.#perform(receipt, 'sendAgain', ({ payload }) => {
      if (dispatcher.isRunning(receipt)) return 'done'
      // An inquiry of an older release, of which only the row is left.
      if (payload === null) return 'refused'
      store.retry(receipt, Date.now())
      dispatcher.run(true)
      return 'done'
    })
  }

  /** @param shownAt when the page was read on which it is marked, in milliseconds since epoch: what the visitor has replied since is still to be seen to */
  markProcessed(receipt: string, isSpam: boolean, shownAt = Infinity): Promise<DeedResult> {
    return this.#perform(receipt, 'markProcessed', ({ repliedAt }) => {
      if (repliedAt !== null && repliedAt >= shownAt) return 'refused'
      this.#dependencies.store.mark(receipt, Date.now(), isSpam)
      return 'done'
    })
  }

  undo(receipt: string): Promise<DeedResult> {
    return this.#perform(receipt, 'undo', () => {
      this.#dependencies.store.mark(receipt, null)
      return 'done'
    })
  }

  /**
   * Has the clock destroy an inquiry if it is due, whatever its row said when it was listed. Of one that is not here the row is all there is.
   * @param destroy deletes its files first, which takes a while; nothing else happens to the inquiry meanwhile
   */
  async end(receipt: string, now: Date, destroy: () => Promise<unknown>): Promise<void> {
    const { store, messages } = this.#dependencies
    if (store.byReceipt(receipt)) await this.takeOver(receipt)
    const entry = store.byReceipt(receipt)
    if (entry && !isDue(entry, messages.lastWordAt(receipt), now)) return
    this.#ending.add(receipt)
    try {
      await destroy()
    } finally {
      this.#ending.delete(receipt)
    }
  }

  /** Whether the clock is destroying an inquiry: no reply to it is taken, and nothing else is done with it. */
  isEnding(receipt: string): boolean {
    return this.#ending.has(receipt)
  }

  /**
   * The certificate comes first, so that no restore misses it, and the files last: an inquiry that is only half destroyed must not be sent
   * without its files. What is left of them goes with the next sweep.
   */
  async destroy(receipt: string): Promise<DeedResult> {
    const { env, store, files, dispatcher, mailer, messages } = this.#dependencies
    await this.takeOver(receipt)
    do {
      await dispatcher.ended(receipt)
      const entry = store.byReceipt(receipt)
      if (entry && entry.state !== 'destroyed' && !entry.canary) await certify(env, receipt, new Date())
      // An attempt that has begun meanwhile would send what is certified to be destroyed.
    } while (dispatcher.isRunning(receipt))
    let payload: Payload | null = null
    const result = await this.#act(receipt, 'destroy', (entry) => {
      payload = entry.payload
      store.destroy(receipt, Date.now())
      mailer.destroy(receipt)
      messages.destroy(receipt)
      return 'done'
    })
    if (payload !== null) await files.release(payload).catch((error: unknown) => this.#log('clean-up', error))
    return result
  }

  async #perform(
    receipt: string,
    deed: InquiryDeed,
    act: (entry: Entry) => Exclude<DeedResult, 'unknown'>,
  ): Promise<DeedResult> {
    await this.takeOver(receipt)
    return this.#act(receipt, deed, act)
  }

  async #act(
    receipt: string,
    deed: InquiryDeed,
    act: (entry: Entry) => Exclude<DeedResult, 'unknown'>,
  ): Promise<DeedResult> {
    const { store, onDone } = this.#dependencies
    const entry = store.byReceipt(receipt)
    if (!entry) return 'unknown'
    const processedAt = entry.processedAt === null ? null : new Date(entry.processedAt).toISOString()
    if (!possibleDeeds({ state: recordState(entry), processedAt })[deed]) return 'refused'
    if (deed !== 'destroy' && this.isEnding(receipt)) return 'refused'
    const result = act(entry)
    if (result === 'refused') return result
    onDone()
    await this.written(receipt)
    return result
  }

  /** Waits until D1 shows an inquiry as it is, as long as a visitor waits for the upstream. */
  written(receipt: string): Promise<void> {
    return this.#withinPatience(this.#dependencies.copies.writeCopies(receipt))
  }

  /** Takes over what the release before has changed in the row. @throws where there is no entry and D1 does not say whether there is a row */
  async takeOver(receipt: string): Promise<void> {
    const { store, copies } = this.#dependencies
    const reading = copies.takeOver(receipt)
    if (store.byReceipt(receipt) === null) return reading
    await this.#withinPatience(reading.catch((error: unknown) => this.#log('record', error)))
  }

  #log(code: string, error: unknown): void {
    logFailure('warn', { requestId: null, method: 'OUTBOX', path: '', code }, error)
  }

  /** Waits for D1 as long as a visitor waits for the upstream. */
  #withinPatience(work: Promise<void>): Promise<void> {
    return within(this.#dependencies.env.UPSTREAM_TIMEOUT_MS, work, () => undefined)
  }
}

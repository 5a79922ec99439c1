import { pauseAfter } from './retry-schedule.ts'

/** Pause that also a visitor's new inquiry keeps before it tries an upstream that is down. */
const VISIT_PAUSE_MS = 1500

/**
 * Attempts of one kind that run at the same time. While the upstream is down one at a time is tried, with pauses that grow to a minute;
 * its first answer lets all run again.
 */
export class ParallelAttempts {
  /** Receipts, or events of mails, of the attempts in progress. */
  readonly running = new Set<string>()
  readonly #limit: number
  readonly #random: () => number
  #failures = 0
  #failedAt = 0
  /** When the last attempt ended without an answer, also one that counts as one failure with others. */
  #triedAt = 0
  #pauseMs = 0

  constructor(limit: number, random: () => number = Math.random) {
    this.#limit = limit
    this.#random = random
  }

  /** For a start with inquiries that wait: one of them finds out whether the upstream answers. */
  assumeDown(): void {
    this.#failures = 1
  }

  /** Whether the last attempt had no answer. */
  get isDown(): boolean {
    return this.#failures > 0
  }

  /**
   * How many more attempts may start now.
   * @param isVisit a visitor waits, who does not wait for the whole pause
   */
  free(now: number, isVisit = false): number {
    const [since, pauseMs] = isVisit
      ? [this.#triedAt, Math.min(VISIT_PAUSE_MS, this.#pauseMs)]
      : [this.#failedAt, this.#pauseMs]
    if (this.isDown && Math.abs(now - since) < pauseMs) return 0
    return (this.isDown ? 1 : this.#limit) - this.running.size
  }

  /** When an attempt may start again, in milliseconds since epoch; null while as many run as may. */
  opensAt(now: number): number | null {
    if (this.running.size >= (this.isDown ? 1 : this.#limit)) return null
    return this.isDown ? Math.min(this.#failedAt, now) + this.#pauseMs : now
  }

  /** Notes whether the upstream has answered an attempt. Failures of attempts that ran at the same time count as one. */
  settle(answered: boolean, now: number): void {
    if (answered) {
      this.#failures = 0
      return
    }
    this.#triedAt = now
    if (this.isDown && Math.abs(now - this.#failedAt) < this.#pauseMs) return
    this.#failures++
    this.#failedAt = now
    this.#pauseMs = pauseAfter(this.#failures, this.#random())
  }
}

/** How long nothing is tried after an attempt without an answer. What waits arrives within 120 s of an answer (docs/contract.md#5). */
const PAUSE_MS = 4000
/** Pause that a visitor's new inquiry keeps before it tries an upstream that is down. */
const VISIT_PAUSE_MS = 1500

/**
 * Attempts of one kind that run at the same time. While the upstream is down one at a time is tried; its first answer lets all run again.
 */
export class ParallelAttempts {
  /** Receipts, or events of mails, of the attempts in progress. */
  readonly running = new Set<string>()
  readonly #limit: number
  #isDown = false
  #failedAt = 0
  #answeredAt = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** For a start with inquiries that wait: one of them finds out whether the upstream answers. */
  assumeDown(): void {
    this.#isDown = true
  }

  /** Whether the last attempt had no answer. */
  get isDown(): boolean {
    return this.#isDown
  }

  /** When an attempt was last answered, in milliseconds since epoch. */
  get answeredAt(): number {
    return this.#answeredAt
  }

  /**
   * How many more attempts may start now.
   * @param isVisit a visitor waits, who does not wait for the whole pause
   */
  free(now: number, isVisit = false): number {
    if (this.#isDown && Math.abs(now - this.#failedAt) < (isVisit ? VISIT_PAUSE_MS : PAUSE_MS)) return 0
    return (this.#isDown ? 1 : this.#limit) - this.running.size
  }

  /** When an attempt may start again, in milliseconds since epoch; null while as many run as may. */
  opensAt(now: number): number | null {
    if (this.running.size >= (this.#isDown ? 1 : this.#limit)) return null
    return this.#isDown ? Math.min(this.#failedAt, now) + PAUSE_MS : now
  }

  /** Notes that an attempt starts. */
  begin(name: string): void {
    this.running.add(name)
  }

  /** Notes the end of an attempt, and whether the upstream has answered it. */
  settle(name: string, answered: boolean, now: number): void {
    this.running.delete(name)
    this.#isDown = !answered
    if (answered) this.#answeredAt = now
    else this.#failedAt = now
  }
}

import { UpstreamFailedError, UpstreamTimeoutError } from '../errors.ts'

/**
 * Spares a dead upstream, and its visitors the wait: after `failures` in a row it refuses for `openMs` at once,
 * then lets one call through to see. Answers such as 'no such entry' count as life.
 */
export class Breaker {
  readonly #failures: number
  readonly #openMs: number
  readonly #now: () => number
  #inARow = 0
  #closedAgainAt = 0

  constructor({
    failures = 5,
    openMs = 2000,
    now = Date.now,
  }: { failures?: number; openMs?: number; now?: () => number } = {}) {
    this.#failures = failures
    this.#openMs = openMs
    this.#now = now
  }

  /** Runs the call, or refuses it. @throws UpstreamFailedError without a call while open; else what the call throws. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#inARow >= this.#failures) {
      if (this.#now() < this.#closedAgainAt)
        throw new UpstreamFailedError('The upstream keeps failing and is not asked for a moment.')
      // This call is the probe: the others are refused until it is settled or, should it never be, for another pause.
      this.#closedAgainAt = this.#now() + this.#openMs
    }
    try {
      const value = await call()
      this.#inARow = 0
      return value
    } catch (error) {
      if (error instanceof UpstreamFailedError || error instanceof UpstreamTimeoutError) this.#failed()
      else this.#inARow = 0
      throw error
    }
  }

  #failed(): void {
    this.#inARow += 1
    if (this.#inARow >= this.#failures) this.#closedAgainAt = this.#now() + this.#openMs
  }
}

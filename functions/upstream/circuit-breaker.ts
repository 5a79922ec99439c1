import { UpstreamError, UpstreamFailedError } from '../errors.ts'

/**
 * Protects a failing upstream from further calls, and visitors from waiting for it. After `failures` failures in a row it
 * rejects calls for `openMs`, then lets one probe through. Answers such as 'no such entry' count as success.
 */
export class CircuitBreaker {
  readonly #failures: number
  readonly #openMs: number
  readonly #now: () => number
  #failuresInARow = 0
  #openUntil = 0

  constructor({
    failures = 5,
    openMs = 2000,
    now = Date.now,
  }: { failures?: number; openMs?: number; now?: () => number } = {}) {
    this.#failures = failures
    this.#openMs = openMs
    this.#now = now
  }

  /** Runs the call. @throws UpstreamFailedError without a call while open; else what the call throws. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#isOpen()) {
      if (this.#now() < this.#openUntil)
        throw new UpstreamFailedError('The upstream keeps failing and is not asked for a moment.')
      // This call is the probe. Others are rejected until it settles, or for another pause if it never does.
      this.#pause()
    }
    try {
      const value = await call()
      this.#failuresInARow = 0
      return value
    } catch (error) {
      this.#failuresInARow = error instanceof UpstreamError ? this.#failuresInARow + 1 : 0
      if (this.#isOpen()) this.#pause()
      throw error
    }
  }

  #isOpen(): boolean {
    return this.#failuresInARow >= this.#failures
  }

  #pause(): void {
    this.#openUntil = this.#now() + this.#openMs
  }
}

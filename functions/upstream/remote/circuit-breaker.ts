import { UpstreamError, UpstreamFailedError } from '../../errors.ts'

/** Failures in a row after which the upstream is not asked, and for how long. */
const FAILURES_MAX = 5
const OPEN_MS = 2000

/** Statuses by which an upstream, or a proxy before it, says that it cannot answer now. From 502 on all do. */
const BUSY = [408, 429]

/**
 * Whether the upstream could not be reached or could not answer. Any other answer is one: 404 for an entry that does not exist, and 500
 * for one that it cannot read, say nothing of the others.
 */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false
  const status = error instanceof UpstreamFailedError ? error.upstreamStatus : undefined
  return status === undefined || status >= 502 || BUSY.includes(status)
}

/**
 * Spares an upstream that cannot answer, and visitors the wait for it: after five failures in a row calls are rejected for two seconds,
 * then one of them is the probe. cockatiel's breaker has other calls wait for the probe, which in workerd may never settle.
 */
export class CircuitBreaker {
  #failuresInARow = 0
  #openUntil = 0

  /** Runs the call. @throws UpstreamFailedError without a call while open; else what the call throws. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#isOpen()) {
      if (Date.now() < this.#openUntil)
        throw new UpstreamFailedError('The upstream keeps failing and is not asked now.')
      // This call is the probe. Others are rejected until it settles, or for another pause if it never does.
      this.#pause()
    }
    try {
      const value = await call()
      this.#failuresInARow = 0
      return value
    } catch (error) {
      this.#failuresInARow = isUnavailable(error) ? this.#failuresInARow + 1 : 0
      if (this.#isOpen()) this.#pause()
      throw error
    }
  }

  #isOpen(): boolean {
    return this.#failuresInARow >= FAILURES_MAX
  }

  #pause(): void {
    this.#openUntil = Date.now() + OPEN_MS
  }
}

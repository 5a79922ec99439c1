import { UpstreamError, UpstreamFailedError } from '../errors.ts'

/** Statuses of a client error with which an upstream says that it is weak. */
const WEAK = [408, 429]

/** Whether the upstream has failed. What it answers to a strange request, such as 400 to an id that is none of its own, is an answer. */
function isFailure(error: unknown): boolean {
  const status = error instanceof UpstreamFailedError ? (error.upstreamStatus ?? 500) : 500
  return error instanceof UpstreamError && (status >= 500 || WEAK.includes(status) || status < 400)
}

/**
 * Protects a failing upstream from further calls, and visitors from waiting for it. After `failures` failures in a row it
 * rejects calls for `openMs`, then lets one probe through. Answers such as 'no such entry' and 400 count as success.
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

  /** Whether a call would be rejected now. */
  get isRejecting(): boolean {
    return this.#isOpen() && this.#now() < this.#openUntil
  }

  /** Runs the call. @throws UpstreamFailedError without a call while open; else what the call throws. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.isRejecting) throw new UpstreamFailedError('The upstream keeps failing and is not asked for a moment.')
    // This call is the probe. Others are rejected until it settles, or for another pause if it never does.
    if (this.#isOpen()) this.#pause()
    try {
      const value = await call()
      this.#failuresInARow = 0
      return value
    } catch (error) {
      this.#failuresInARow = isFailure(error) ? this.#failuresInARow + 1 : 0
      if (this.#isOpen()) this.#pause()
      throw error
    }
  }

  /** The upstream is known to answer. */
  close(): void {
    this.#failuresInARow = 0
  }

  #isOpen(): boolean {
    return this.#failuresInARow >= this.#failures
  }

  #pause(): void {
    this.#openUntil = this.#now() + this.#openMs
  }
}

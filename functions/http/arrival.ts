/** The time over which something is judged as slow, in milliseconds of waiting for its client. */
export const WINDOW_MS = 10_000
const SECOND_MS = 1000

/** How fast something arrives. Only the time in which its client is waited for counts: the site's own work is not the client's delay. */
export class Arrival {
  /** All bytes that have arrived. */
  #arrived = 0
  /** Since when the client is waited for, and how long it was before; null while the site is at work. */
  #waitsSince: number | null = null
  #waitedMs = 0
  /** What had arrived at the beginning, and after each second of waiting in which something came, as far back as the window goes. */
  readonly #seconds = [{ waitedMs: 0, arrived: 0 }]

  get arrived(): number {
    return this.#arrived
  }

  /** How long its client was waited for. */
  get waitedMs(): number {
    return this.#waitedMs + (this.#waitsSince === null ? 0 : Date.now() - this.#waitsSince)
  }

  get isWaiting(): boolean {
    return this.#waitsSince !== null
  }

  /** Bytes that have arrived in the last ten seconds of waiting; null where it has not waited for so long. */
  get arrivedLately(): number | null {
    const from = this.waitedMs - WINDOW_MS
    if (from < 0) return null
    this.#forget(from)
    return this.#arrived - (this.#seconds[0]?.arrived ?? 0)
  }

  /** From now on only the client is waited for. */
  waits(): void {
    this.#waitsSince ??= Date.now()
  }

  /** From now on the site is at work. */
  works(): void {
    this.#waitedMs = this.waitedMs
    this.#waitsSince = null
  }

  count(bytes: number): void {
    this.#arrived += bytes
    const { waitedMs } = this
    const last = this.#seconds.length > 1 ? this.#seconds.at(-1) : undefined
    if (last && secondOf(last.waitedMs) === secondOf(waitedMs)) this.#seconds.pop()
    this.#seconds.push({ waitedMs, arrived: this.#arrived })
    this.#forget(waitedMs - WINDOW_MS)
  }

  /** Keeps one entry that is not later than this, and all that are. */
  #forget(waitedMs: number): void {
    while ((this.#seconds[1]?.waitedMs ?? Infinity) <= waitedMs) this.#seconds.shift()
  }
}

const secondOf = (ms: number) => Math.floor(ms / SECOND_MS)

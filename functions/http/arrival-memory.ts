import { FILE_BYTES_MAX } from '../contract/attachments.ts'
import { MEGABYTE } from '../contract/limits.ts'
import { RateLimitError } from '../errors.ts'

/** A body is there after ten minutes (decision 024). */
export const ARRIVAL_MS_MAX = 600_000
/** What of all bodies that arrive at this isolate is in memory together, beside pages and lists. An isolate has 128 MB. */
const BYTES_MAX = 40 * MEGABYTE
/** How long one waits for memory that others use. */
const WAIT_MS = 10_000
const POLL_MS = 100
/** How much of that time another one must wait for its client, to be one that arrives slowly. */
const IDLE_MS_MIN = 0.9 * WAIT_MS
/** What must arrive of it meanwhile, so that it keeps its memory: the largest file takes as long as any may. */
const WAIT_BYTES_MIN = (FILE_BYTES_MAX * WAIT_MS) / ARRIVAL_MS_MAX

/** What is told to those whose memory others have got. */
export const memoryTaken = (): RateLimitError =>
  new RateLimitError('Too many uploads at once, and this one arrives slowly.')

let inUse = 0
const holders = new Set<ArrivalMemory>()

/** @returns false where the isolate has no room for so many bytes more */
function reserve(bytes: number): boolean {
  const fits = inUse + bytes <= BYTES_MAX
  if (fits) inUse += bytes
  return fits
}

/** What one body that arrives, or one file of it, has of the isolate's memory. */
export class ArrivalMemory {
  #bytes = 0
  /** All bytes that have arrived. */
  #arrived = 0
  /** How long only the client was waited for, and since when it is; null while the site is at work. */
  #waitedMs = 0
  #waitsSince: number | null = null
  #isTaken = false
  readonly #onTaken: () => void

  /** @param onTaken called where others get the memory, so that it is free at once */
  constructor(onTaken: () => void = () => undefined) {
    this.#onTaken = onTaken
    holders.add(this)
  }

  /** Whether others may need what one could do without. */
  static isScarce(): boolean {
    return inUse > BYTES_MAX / 2
  }

  get isTaken(): boolean {
    return this.#isTaken
  }

  count(bytes: number): void {
    this.#arrived += bytes
  }

  /** From now on only the client is waited for. */
  waits(): void {
    this.#waitsSince ??= Date.now()
  }

  /** From now on the site is at work, and nobody takes the memory. */
  works(): void {
    this.#waitedMs = this.#waited()
    this.#waitsSince = null
  }

  /** Takes so many bytes more, for which it waits where others have them. @throws RateLimitError */
  async take(bytes: number): Promise<void> {
    if (!reserve(bytes)) await this.#waitFor(bytes)
    this.#bytes += bytes
  }

  giveBack(): void {
    inUse -= this.#bytes
    this.#bytes = 0
  }

  end(): void {
    this.giveBack()
    holders.delete(this)
  }

  /** @throws RateLimitError where others have got the memory */
  require(): void {
    if (this.#isTaken) throw memoryTaken()
  }

  /** Reserves what others give back, or after ten seconds what they hold too slowly. @throws RateLimitError */
  async #waitFor(more: number): Promise<void> {
    const from = Date.now()
    const before = new Map([...holders].map((one) => [one, { arrived: one.#arrived, waitedMs: one.#waited() }]))
    while (Date.now() - from < WAIT_MS) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      if (reserve(more)) return
    }
    const slow = [...before].filter(([one, then]) => one.#isSlowSince(then)).map(([one]) => one)
    const held = slow.reduce((sum, one) => sum + one.#bytes, 0)
    // The largest first, so that as few as possible are ended; none where all of them are not enough.
    if (inUse - held + more <= BYTES_MAX)
      for (const one of slow.toSorted((a, b) => b.#bytes - a.#bytes)) {
        one.#isTaken = true
        one.giveBack()
        one.#onTaken()
        if (reserve(more)) return
      }
    throw new RateLimitError('Too many uploads at once.')
  }

  #waited(): number {
    return this.#waitedMs + (this.#waitsSince === null ? 0 : Date.now() - this.#waitsSince)
  }

  /** Whether it holds memory, has waited for its client nearly all the time since then, and has got too little. */
  #isSlowSince(then: { arrived: number; waitedMs: number }): boolean {
    const hasWaited = this.#waitsSince !== null && this.#waited() - then.waitedMs >= IDLE_MS_MIN
    return this.#bytes > 0 && hasWaited && this.#arrived - then.arrived < WAIT_BYTES_MIN
  }
}

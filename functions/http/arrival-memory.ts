import { FILE_BYTES_MAX } from '../contract/attachments.ts'
import { MEGABYTE } from '../contract/limits.ts'
import { RateLimitError } from '../errors.ts'
import { Arrival, WINDOW_MS } from './arrival.ts'

/** A body is there after ten minutes (decision 024). */
export const ARRIVAL_MS_MAX = 600_000
/** What of all bodies that arrive at this isolate is in memory together, beside pages and lists. An isolate has 128 MB. */
const BYTES_MAX = 40 * MEGABYTE
/** What one counts at most: whatever it holds, small ones go on beside it. */
const COUNTED_MAX = 30 * MEGABYTE
/** How long one waits for memory that others use. */
const WAIT_MS = WINDOW_MS
const POLL_MS = 100
/** What must arrive of another one meanwhile, so that it keeps its memory: the largest file takes as long as any may. */
const WINDOW_BYTES_MIN = (FILE_BYTES_MAX * WINDOW_MS) / ARRIVAL_MS_MAX

/** What is told to those whose memory others have got. */
export const memoryTaken = (): RateLimitError =>
  new RateLimitError('Too many uploads at once, and this one arrives slowly.')

let inUse = 0
/** Those that have some of it. */
const holders = new Set<ArrivalMemory>()

/** @returns false where the isolate has no room for so many bytes more */
function reserve(bytes: number): boolean {
  const fits = inUse + bytes <= BYTES_MAX
  if (fits) inUse += bytes
  return fits
}

/** What one body that arrives, or one file of it, has of the isolate's memory. Nobody takes it while the site is at work. */
export class ArrivalMemory extends Arrival {
  #bytes = 0
  #isTaken = false
  #hasEnded = false
  readonly #onTaken: () => void

  /** @param onTaken called where others get the memory, so that it is free at once */
  constructor(onTaken: () => void = () => undefined) {
    super()
    this.#onTaken = onTaken
  }

  /** Whether others may need what one could do without. */
  static isScarce(): boolean {
    return inUse > BYTES_MAX / 2
  }

  get isTaken(): boolean {
    return this.#isTaken
  }

  /** Takes so many bytes more, for which it waits where others have them, until its end. @throws RateLimitError */
  async take(bytes: number, waitMs = WAIT_MS): Promise<void> {
    const counted = Math.min(bytes, COUNTED_MAX - this.#bytes)
    if (!reserve(counted)) await waitFor(counted, waitMs, () => this.#hasEnded)
    this.#bytes += counted
    holders.add(this)
    // It may have ended in the moment in which it got them.
    if (this.#hasEnded) this.giveBack()
  }

  giveBack(): void {
    inUse -= this.#bytes
    this.#bytes = 0
    holders.delete(this)
  }

  /** Nobody needs it any more, nor what it waits for. */
  end(): void {
    this.#hasEnded = true
    this.giveBack()
  }

  /** @throws RateLimitError where others have got the memory */
  require(): void {
    if (this.#isTaken) throw memoryTaken()
  }

  /** Reserves so many bytes at the cost of those that arrive too slowly, unless all of theirs are not enough. */
  static takeFromSlow(bytes: number): boolean {
    const slow = [...holders].filter((one) => one.#isSlow)
    const held = slow.reduce((sum, one) => sum + one.#bytes, 0)
    if (inUse - held + bytes > BYTES_MAX) return false
    // The largest first, so that as few as possible are ended, and of these the slowest.
    for (const one of slow.toSorted((a, b) => b.#bytes - a.#bytes || a.#lately - b.#lately)) {
      one.#isTaken = true
      one.giveBack()
      one.#onTaken()
      if (reserve(bytes)) return true
    }
    return false
  }

  get #isSlow(): boolean {
    return this.isWaiting && this.#lately < WINDOW_BYTES_MIN
  }

  get #lately(): number {
    return this.arrivedLately ?? Infinity
  }
}

/** Reserves what others give back, or after that time what they hold too slowly. @throws RateLimitError */
async function waitFor(bytes: number, waitMs: number, hasEnded: () => boolean): Promise<void> {
  for (const end = Date.now() + waitMs; Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    if (hasEnded()) throw memoryTaken()
    if (reserve(bytes)) return
  }
  if (!ArrivalMemory.takeFromSlow(bytes)) throw new RateLimitError('Too many uploads at once.')
}

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
/** How long one waits for memory that others use. With what follows it is within the half minute that the platform leaves a client that has gone. */
const WAIT_MS = 20_000
/** When whoever waits takes it from others. */
const TAKES_AFTER_MS = WINDOW_MS
const POLL_MS = 100
/** What waits at the same time for one line, and holds meanwhile what it has already. */
const TURNS_MAX = 30
/** Whoever needs so much stands in line; what is less is found between. */
const LARGE_BYTES = MEGABYTE
/** What is left to those that need less than a quarter of a megabyte: a body that has the memory of a part needs some of its own to go on. */
const LEFT_BYTES = 3.5 * MEGABYTE
/** What must arrive of another one meanwhile, so that it keeps its memory: the largest file takes as long as any may. */
const WINDOW_BYTES_MIN = (FILE_BYTES_MAX * WINDOW_MS) / ARRIVAL_MS_MAX

const tooMany = () => new RateLimitError('Too many uploads at once.')

/** What is told to those whose memory others have got. */
export const memoryTaken = (): RateLimitError =>
  new RateLimitError('Too many uploads at once: others need what this one holds.')

interface Turn {
  bytes: number
  line: string | symbol
  /** It lets those in line go before, and takes only from those that arrive too slowly. */
  givesWay: boolean
  /** From when on it takes them from others, and until when it waits. */
  takesAt: number
  endsAt: number
}

let inUse = 0
/** Those that have some of it. */
const holders = new Set<ArrivalMemory>()
/** Those that wait for some of it, in the order in which they came. */
const turns = new Set<Turn>()

const maxOf = (bytes: number): number => (bytes > MEGABYTE / 4 ? BYTES_MAX - LEFT_BYTES : BYTES_MAX)

const fits = (bytes: number): boolean => inUse + bytes <= maxOf(bytes)

/** @returns false where the isolate has no room for so many bytes more */
function reserve(bytes: number): boolean {
  if (!fits(bytes)) return false
  inUse += bytes
  return true
}

/** The platform drops a request whose client has gone, and what is dropped does not leave by itself. */
function forgetDropped(): void {
  for (const one of turns) if (Date.now() > one.endsAt) turns.delete(one)
}

/** Whether nobody stands in line before it. Whoever gives way takes what the first of the line has no use for. */
function isNext(turn: Turn): boolean {
  forgetDropped()
  if (turn.bytes < LARGE_BYTES) return true
  const first = [...turns].find(standsInLine)
  return turn.givesWay ? first === undefined || !fits(first.bytes) : first === turn
}

const standsInLine = ({ bytes, givesWay }: Turn) => bytes >= LARGE_BYTES && !givesWay

/** What one body that arrives, or one file of it, has of the isolate's memory. Nobody takes it while the site is at work. */
export class ArrivalMemory extends Arrival {
  #bytes = 0
  #isTaken = false
  #hasEnded = false
  readonly #onTaken: () => void
  readonly #line: string | symbol

  /**
   * @param onTaken called where others get the memory, so that it is free at once
   * @param line those of one share what they may keep while others wait, see `lineOf`; without it, this is one of its own
   */
  constructor(onTaken: () => void = () => undefined, line: string | symbol = Symbol('line')) {
    super()
    this.#onTaken = onTaken
    this.#line = line
  }

  /** Whether others wait for what one could do without. */
  static isScarce(): boolean {
    return turns.size > 0
  }

  get isTaken(): boolean {
    return this.#isTaken
  }

  /**
   * Takes so many bytes more, for which it waits where others have them, until its end. Callers hold little while they wait: those that
   * hold much and wait for each other all stand still.
   * @param givesWay takes only from those that arrive too slowly, and lets those in line go before
   * @throws RateLimitError
   */
  async take(bytes: number, { waitMs = WAIT_MS, givesWay = false } = {}): Promise<void> {
    const now = Date.now()
    const counted = Math.min(bytes, COUNTED_MAX - this.#bytes)
    const turn = { bytes: counted, line: this.#line, givesWay, takesAt: now + TAKES_AFTER_MS, endsAt: now + waitMs }
    forgetDropped()
    const isTooMany = [...turns].filter(({ line }) => line === turn.line).length >= TURNS_MAX
    turns.add(turn)
    try {
      while (!(isNext(turn) && reserve(counted)) && !this.#takeFromOthers(turn)) {
        if (isTooMany || Date.now() >= turn.endsAt) throw tooMany()
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        if (this.#hasEnded) throw memoryTaken()
      }
    } finally {
      turns.delete(turn)
    }
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

  /**
   * Reserves after ten seconds in vain what arrives too slowly, and then what the lines that hold most have, as long as they hold a megabyte
   * more than its own would then: what each body needs beside its part makes no difference. Ends nobody where all of that is not enough.
   */
  #takeFromOthers({ bytes, givesWay, takesAt }: Turn): boolean {
    let missing = inUse + bytes - maxOf(bytes)
    if (missing <= 0 || Date.now() < takesAt) return false
    const held = new Map<string | symbol, number>()
    const ofLine = (one: ArrivalMemory) => held.get(one.#line) ?? 0
    for (const one of holders) held.set(one.#line, ofLine(one) + one.#bytes)
    const own = ofLine(this) + bytes
    // The largest first, so that as few as possible are ended, and of these the slowest.
    const rivals = [...holders]
      .filter(({ isWaiting }) => isWaiting)
      .toSorted((a, b) => b.#bytes - a.#bytes || a.#lately - b.#lately)
    const ended = new Set<ArrivalMemory>()
    while (missing > 0) {
      const left = rivals.filter((one) => !ended.has(one))
      const [ofMost] = left.filter((one) => ofLine(one) > own + LARGE_BYTES).toSorted((a, b) => ofLine(b) - ofLine(a))
      const next = left.find((one) => one.#lately < WINDOW_BYTES_MIN) ?? (givesWay ? undefined : ofMost)
      if (!next) return false
      ended.add(next)
      missing -= next.#bytes
      held.set(next.#line, ofLine(next) - next.#bytes)
    }
    for (const one of ended) {
      // One that is not needed beside those after it goes on.
      if (missing + one.#bytes <= 0) missing += one.#bytes
      else one.#lose()
    }
    return reserve(bytes)
  }

  #lose(): void {
    this.#isTaken = true
    this.giveBack()
    this.#onTaken()
  }

  get #lately(): number {
    return this.arrivedLately ?? Infinity
  }
}

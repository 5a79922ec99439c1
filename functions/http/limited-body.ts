import { InvalidBodyError, StalledError, TooLargeError } from '../errors.ts'
import { chunksOf } from './byte-chunks.ts'

/** Maximum bytes drained from a rejected body. */
const DRAINED_MAX = 64 * 1_048_576
/** A body of which nothing arrives for this long is given up. */
const STALLED_MS = 30_000
/** In any minute of waiting for it a body brings at least 2 KB a second, and it is there after ten minutes (decision 024). */
const MINUTE_MS = 60_000
const MINUTE_BYTES_MIN = 60 * 2048
export const ARRIVAL_MS_MAX = 10 * MINUTE_MS

/** The body of a request, read up to a maximum number of bytes. */
export class LimitedBody implements AsyncIterable<Uint8Array> {
  readonly #chunks: AsyncIterator<Uint8Array> | null
  readonly #announced: number
  readonly #max: number
  readonly #pace = new Pace()

  constructor({ body, headers }: Request, max: number) {
    this.#announced = Number(headers.get('content-length') ?? 0)
    this.#chunks = body && chunksOf(body, STALLED_MS, this.#announced || undefined)
    this.#max = max
  }

  /**
   * @throws TooLargeError by the announced length before anything is read, or once more than the maximum has arrived;
   * StalledError where nothing arrives for 30 seconds, or too little for minutes; InvalidBodyError where the client disconnects.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let length = this.#announced
    for (let read = 0; this.#chunks && length <= this.#max; length = read) {
      const { done, value } = await this.#pace.next(this.#chunks).catch((error: unknown) => {
        if (error instanceof StalledError) throw error
        throw new InvalidBodyError([{ field: '', message: 'The body ended early.' }])
      })
      if (done) return
      read += value.length
      if (read <= this.#max) yield value
    }
    if (length > this.#max) throw new TooLargeError(`The body may have ${this.#max} bytes.`)
  }

  /** Reads and discards the rest of a rejected body, because a client reads its answer only after it has sent everything. */
  async drain(): Promise<void> {
    try {
      for (let left = DRAINED_MAX; this.#chunks && left > 0;) {
        const { done, value } = await this.#pace.next(this.#chunks)
        if (done) return
        left -= value.length
      }
      await this.#chunks?.return?.()
    } catch {
      // The client has disconnected.
    }
  }
}

/** How fast a body arrives. Only the time in which it is waited for counts: the site's own work is not the client's delay. */
class Pace {
  #waitedMs = 0
  #minuteEndMs = MINUTE_MS
  #minuteBytes = 0

  /** The next chunk. @throws StalledError where the body arrives too slowly */
  async next(chunks: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    const from = Date.now()
    const result = await chunks.next()
    this.#waitedMs += Date.now() - from
    this.#minuteBytes += result.value?.length ?? 0
    if (result.done) return result
    if (this.#waitedMs >= ARRIVAL_MS_MAX) throw new StalledError('The body has not arrived in ten minutes.')
    if (this.#waitedMs >= this.#minuteEndMs) {
      if (this.#minuteBytes < MINUTE_BYTES_MIN) throw new StalledError('The body arrives slower than 2 KB a second.')
      this.#minuteEndMs = this.#waitedMs + MINUTE_MS
      this.#minuteBytes = 0
    }
    return result
  }
}

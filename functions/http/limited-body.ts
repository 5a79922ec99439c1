import { InvalidBodyError, StalledError, TooLargeError } from '../errors.ts'
import { chunksOf } from './byte-chunks.ts'

/** Maximum bytes drained from a rejected body. */
const DRAINED_MAX = 64 * 1_048_576
/** A body of which nothing arrives for this long is given up. */
const STALLED_MS = 30_000

/** The body of a request, read up to a maximum number of bytes. */
export class LimitedBody implements AsyncIterable<Uint8Array> {
  readonly #chunks: AsyncIterator<Uint8Array> | null
  readonly #announced: number
  readonly #max: number

  constructor({ body, headers }: Request, max: number) {
    this.#chunks = body && chunksOf(body, STALLED_MS)
    this.#announced = Number(headers.get('content-length') ?? 0)
    this.#max = max
  }

  /**
   * @throws TooLargeError by the announced length before anything is read, or once more than the maximum has arrived;
   * StalledError where nothing arrives for 30 seconds; InvalidBodyError where the client disconnects.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let length = this.#announced
    for (let read = 0; this.#chunks && length <= this.#max; length = read) {
      const { done, value } = await this.#chunks.next().catch((error: unknown) => {
        if (error instanceof StalledError) throw error
        throw new InvalidBodyError([{ field: '', message: 'The body ended early.' }])
      })
      if (done) return
      read += value.length
      if (read <= this.#max) yield value
    }
    if (length > this.#max) throw new TooLargeError(`An upload may have ${this.#max} bytes.`)
  }

  /** Reads and discards the rest of a rejected body, because a client reads its answer only after it has sent everything. */
  async drain(): Promise<void> {
    try {
      for (let left = DRAINED_MAX; this.#chunks && left > 0;) {
        const { done, value } = await this.#chunks.next()
        if (done) return
        left -= value.length
      }
      await this.#chunks?.return?.()
    } catch {
      // The client has disconnected.
    }
  }
}

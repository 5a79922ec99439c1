import { chunksOf } from './byte-chunks.ts'
import { InvalidBodyError, TooLargeError } from '../errors.ts'

/** What is read at most, to nowhere, of a body that is refused. */
const DRAINED_MAX = 64 * 1_048_576

/** The body of a request, of which no more than so many bytes can be read. */
export class LimitedBody implements AsyncIterable<Uint8Array> {
  readonly #chunks: AsyncIterator<Uint8Array> | null
  readonly #announced: number
  readonly #max: number

  constructor({ body, headers }: Request, max: number) {
    this.#chunks = body && chunksOf(body)
    this.#announced = Number(headers.get('content-length') ?? 0)
    this.#max = max
  }

  /** @throws TooLargeError by the announced length before anything is read, or as soon as more has come; InvalidBodyError where the client leaves. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let length = this.#announced
    for (let read = 0; this.#chunks && length <= this.#max; length = read) {
      const { done, value } = await this.#chunks.next().catch(() => {
        throw new InvalidBodyError([{ field: '', message: 'The body ended early.' }])
      })
      if (done) return
      read += value.length
      if (read <= this.#max) yield value
    }
    if (length > this.#max) throw new TooLargeError(`An upload may have ${this.#max} bytes.`)
  }

  /** Reads the rest of a refused body to nowhere: a client reads its answer only after it has sent all. */
  async drain(): Promise<void> {
    try {
      for (let left = DRAINED_MAX; this.#chunks && left > 0;) {
        const { done, value } = await this.#chunks.next()
        if (done) return
        left -= value.length
      }
      await this.#chunks?.return?.()
    } catch {
      // The client has gone; nobody waits for an answer any more.
    }
  }
}

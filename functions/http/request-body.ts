import { within } from '../deadlines/deadline.ts'
import { InvalidBodyError, StalledError, TooLargeError } from '../errors.ts'
import { CHUNK_BYTES } from './byte-chunks.ts'

/** The memory of a body of which little has arrived: many may be waited for at the same time. */
const FIRST_CHUNK_BYTES = 4096
/** A body of which nothing arrives for this long is given up. */
const STALLED_MS = 30_000
/** In any minute of waiting for it a body brings at least 2 KB a second, and it is there after ten minutes (decision 024). */
const MINUTE_MS = 60_000
const MINUTE_BYTES_MIN = 60 * 2048
const WHOLE_MS = 600_000
/** What is read of a rejected body. */
const DRAINED_MAX = 64 * 1_048_576

/**
 * Reads the body of a request. Whatever `read` throws, the rest is read and discarded first, because a client reads its answer only after
 * it has sent everything.
 * @param max bytes: once more has arrived, whatever was announced, what is read throws TooLargeError. It also throws StalledError where the body
 * arrives too slowly, and InvalidBodyError where the client disconnects.
 */
export async function readBody<T>(
  request: Request,
  max: number,
  read: (body: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const body = new RequestBody(request)
  try {
    return await read(body.chunks(max))
  } catch (error) {
    await body.drain()
    throw error
  }
}

/** Reads and discards a body, so that its client reads the answer. */
export const drainBody = (request: Request): Promise<void> => new RequestBody(request).drain()

/** How long a body says it is; Infinity where it says nothing. */
export const announcedBytes = ({ headers }: Request): number => Number(headers.get('content-length')) || Infinity

/** Only the time in which its client is waited for counts as slow: the site's own work is not the client's delay. */
class RequestBody {
  readonly #reader: ReadableStreamBYOBReader | undefined
  /** Every chunk is read into the same memory, so that a large file leaves no garbage. It grows with what arrives. */
  #memory = new ArrayBuffer(FIRST_CHUNK_BYTES)
  #isFull = false
  #chunkMax = CHUNK_BYTES
  #ended = false
  #arrived = 0
  #waitedMs = 0
  /** When the minute that is judged next ends, in milliseconds of waiting, and what had arrived at its begin. */
  #minute = { endMs: MINUTE_MS, before: 0 }

  constructor({ body }: Request) {
    this.#reader = body?.getReader({ mode: 'byob' })
  }

  /** A chunk is valid until the next one is requested. */
  async *chunks(max: number): AsyncGenerator<Uint8Array> {
    for (let chunk = await this.#next(); chunk; chunk = await this.#next()) {
      if (this.#arrived > max) throw new TooLargeError(`The body may have ${max} bytes.`)
      yield chunk
    }
  }

  async drain(): Promise<void> {
    this.#chunkMax = FIRST_CHUNK_BYTES
    try {
      const until = this.#arrived + DRAINED_MAX
      while (this.#arrived < until && (await this.#next()));
      this.#end()
    } catch {
      // The client has disconnected, or is too slow.
    }
  }

  async #next(): Promise<Uint8Array | null> {
    if (!this.#reader || this.#ended) return null
    if (this.#isFull && this.#memory.byteLength < this.#chunkMax)
      this.#memory = this.#memory.transfer(this.#memory.byteLength * 2)
    const from = Date.now()
    const read = this.#reader.read(new Uint8Array(this.#memory))
    const { done, value } = await within(STALLED_MS, read, () =>
      stalled('Nothing of the body has arrived for 30 seconds.'),
    ).catch((error: unknown) => {
      this.#end()
      if (error instanceof StalledError) throw error
      throw new InvalidBodyError([{ field: '', message: 'The body ended early.' }])
    })
    this.#waitedMs += Date.now() - from
    if (done) {
      this.#ended = true
      return null
    }
    this.#arrived += value.length
    this.#memory = value.buffer as ArrayBuffer
    this.#isFull = value.length === this.#memory.byteLength
    this.#requirePace()
    return value
  }

  #requirePace(): void {
    if (this.#waitedMs >= WHOLE_MS) stalled('The body has not arrived in ten minutes.')
    if (this.#waitedMs < this.#minute.endMs) return
    if (this.#arrived - this.#minute.before < MINUTE_BYTES_MIN) stalled('The body arrives slower than 2 KB a second.')
    this.#minute = { endMs: this.#waitedMs + MINUTE_MS, before: this.#arrived }
  }

  #end(): void {
    this.#ended = true
    // Not waited for: the connection may hang.
    void this.#reader?.cancel().catch(() => undefined)
  }
}

function stalled(message: string): never {
  throw new StalledError(message)
}

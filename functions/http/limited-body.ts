import { InvalidBodyError, StalledError, TooLargeError } from '../errors.ts'
import { ARRIVAL_MS_MAX, ArrivalMemory, memoryTaken } from './arrival-memory.ts'
import { CHUNK_BYTES, chunksOf, FIRST_CHUNK_BYTES } from './byte-chunks.ts'
import { AtOnce, clientOf } from './client.ts'
import { within } from './deadline.ts'

/** Maximum bytes drained from a rejected body. */
const DRAINED_MAX = 64 * 1_048_576
/** How long a body is drained that arrives too slowly for the memory that others need: until then what was typed is in memory. */
const DRAIN_SLOW_MS = 10_000
/** A body of which nothing arrives for this long is given up. */
const STALLED_MS = 30_000
/** In any minute of waiting for it a body brings at least 2 KB a second, and it is there after ten minutes (decision 024). */
const MINUTE_MS = 60_000
const MINUTE_BYTES_MIN = 60 * 2048
/** So much of a body takes no memory of files: the texts of a form, which come back whatever becomes of its files. */
const TEXTS_BYTES = 16_384
/** What a larger body may hold: a chunk, what of it is being looked through, and the texts of a form. */
const HELD_BYTES = 3 * CHUNK_BYTES

/** Bodies of more than a first chunk that arrive; an office shares an address, and a form is there within a second. */
const bodies = new AtOnce(30, 'Too many requests at once.')

/**
 * Reads the body of a request. Whatever `read` throws, the rest is read and discarded first, because a client reads its answer only after
 * it has sent everything.
 * @param max bytes, see `LimitedBody`
 */
export async function readBody<T>(request: Request, max: number, read: (body: LimitedBody) => Promise<T>): Promise<T> {
  const body = new LimitedBody(request, max)
  try {
    return await read(body)
  } catch (error) {
    await body.drain()
    throw error
  } finally {
    body.release()
  }
}

/** The body of a request, read up to a maximum number of bytes. Whoever makes one releases it. */
export class LimitedBody implements AsyncIterable<Uint8Array> {
  readonly #chunks: AsyncIterator<Uint8Array> | null
  readonly #max: number
  readonly #client: string
  readonly #pace = new Pace()
  #memory: ArrivalMemory | null = null
  #leave = (): void => undefined
  #hasPlace = false
  #onTaken = (): void => undefined
  #chunkMax = FIRST_CHUNK_BYTES

  constructor(request: Request, max: number) {
    const { body, headers } = request
    const announced = Number(headers.get('content-length') ?? 0) || CHUNK_BYTES
    this.#chunks = body && chunksOf(body, STALLED_MS, () => Math.min(announced, this.#chunkMax))
    this.#max = max
    this.#client = clientOf(request)
  }

  /**
   * @throws TooLargeError once more than the maximum has arrived, whatever was announced: what stands before it can be read;
   * StalledError where nothing arrives for 30 seconds, or too little for minutes; InvalidBodyError where the client disconnects;
   * RateLimitError where the client has too many at once, or others need the memory of one that arrives slowly.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (let read = 0; this.#chunks;) {
      if (read >= FIRST_CHUNK_BYTES && !this.#hasPlace) this.#begin()
      if (read >= TEXTS_BYTES && !this.#memory) await this.#hold()
      const { done, value } = await this.#next(this.#chunks)
      if (done) return
      read += value.length
      if (read > this.#max) throw new TooLargeError(`The body may have ${this.#max} bytes.`)
      yield value
    }
  }

  #begin(): void {
    this.#leave = bodies.begin(this.#client)
    this.#hasPlace = true
  }

  async #hold(): Promise<void> {
    // At once, not with the next chunk: what it has read so far is in memory until then.
    this.#memory = new ArrivalMemory(() => this.#onTaken())
    await this.#memory.take(HELD_BYTES)
    this.#chunkMax = CHUNK_BYTES
  }

  async #next(chunks: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    this.#memory?.waits()
    const taken = Promise.withResolvers<never>()
    this.#onTaken = () => taken.reject(memoryTaken())
    const arrived = this.#pace.next(chunks).catch((error: unknown) => {
      if (error instanceof StalledError) throw error
      throw new InvalidBodyError([{ field: '', message: 'The body ended early.' }])
    })
    const result = await Promise.race([arrived, taken.promise])
    this.#memory?.works()
    this.#memory?.count(result.value?.length ?? 0)
    return result
  }

  /** Reads and discards the rest of a rejected body, with little memory, and not for long where others need what it has. */
  async drain(): Promise<void> {
    this.#chunkMax = FIRST_CHUNK_BYTES
    const taken = Promise.withResolvers<void>()
    this.#onTaken = () => taken.resolve()
    this.#memory?.waits()
    const drained = this.#discard()
    if (!this.#memory?.isTaken) await Promise.race([drained, taken.promise])
    if (this.#memory?.isTaken) await within(DRAIN_SLOW_MS, drained, () => undefined)
  }

  /** Gives its place and its memory to others. */
  release(): void {
    this.#memory?.end()
    this.#leave()
    this.#leave = () => undefined
  }

  async #discard(): Promise<void> {
    try {
      for (let left = DRAINED_MAX; this.#chunks && left > 0;) {
        const { done, value } = await this.#pace.next(this.#chunks)
        if (done) return
        left -= value.length
        this.#memory?.count(value.length)
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

import { InvalidBodyError, StalledError, TooLargeError } from '../errors.ts'
import { ARRIVAL_MS_MAX, ArrivalMemory, memoryTaken } from './arrival-memory.ts'
import { type ArrivingBody, leave, takePlace } from './arriving-bodies.ts'
import { CHUNK_BYTES, chunksOf, FIRST_CHUNK_BYTES } from './byte-chunks.ts'
import { clientOf, lineOf } from './client.ts'
import { within } from '../deadline.ts'

/** Maximum bytes drained from a rejected body. */
const DRAINED_MAX = 64 * 1_048_576
/** How long a body is drained whose memory others need, and one whose place others have: until then what was typed is in memory. */
const DRAIN_MS = { memory: 10_000, place: 1000 }
/** A body that takes longer needs a place. */
const LONG_MS = 1000
/** A body of which nothing arrives for this long is given up. */
const STALLED_MS = 30_000
/** In any minute of waiting for it a body brings at least 2 KB a second, and it is there after ten minutes (decision 024). */
const MINUTE_MS = 60_000
const MINUTE_BYTES_MIN = 60 * 2048
/** So much of a body takes no memory of files: the texts of a form, which come back whatever becomes of its files. */
const TEXTS_BYTES = 16_384
/** What a larger body may hold: a chunk, what of it is being looked through, and the texts of a form. */
const HELD_BYTES = 3 * CHUNK_BYTES

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

/** How long a body says it is; Infinity where it says nothing. */
export const announcedBytes = ({ headers }: Request): number => Number(headers.get('content-length')) || Infinity

/** The body of a request, read up to a maximum number of bytes. Whoever makes one releases it. */
export class LimitedBody implements AsyncIterable<Uint8Array> {
  readonly #chunks: AsyncIterator<Uint8Array> | null
  readonly #max: number
  readonly #memory: ArrivalMemory
  readonly #place: ArrivingBody
  #hasPlace = false
  /** Others have its place. */
  #isOut = false
  #long: ReturnType<typeof setTimeout> | undefined
  /** Called where others get its place or its memory. */
  #onTaken = (): void => undefined
  #isHeld = false
  #chunkMax = FIRST_CHUNK_BYTES
  /** The minute that is judged next: when it ends, in milliseconds of waiting, and what had arrived at its begin. */
  #minute = { endMs: MINUTE_MS, before: 0 }

  constructor(request: Request, max: number) {
    const { body } = request
    const announced = announcedBytes(request)
    const line = lineOf(request)
    this.#chunks = body && chunksOf(body, STALLED_MS, () => Math.min(announced, this.#chunkMax))
    this.#max = max
    this.#memory = new ArrivalMemory(() => this.#onTaken(), line)
    this.#place = {
      client: clientOf(request),
      line,
      arrival: this.#memory,
      onTaken: () => this.#lose(),
    }
  }

  /**
   * @throws TooLargeError once more than the maximum has arrived, whatever was announced: what stands before it can be read;
   * StalledError where nothing arrives for 30 seconds, or too little for minutes; InvalidBodyError where the client disconnects;
   * RateLimitError where the client has too many at once, there is no memory, or others need what it has (`ArrivalMemory`).
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    this.#begin()
    for (let read = 0; this.#chunks;) {
      if (read >= TEXTS_BYTES && !this.#isHeld) await this.#hold()
      const { done, value } = await this.#next(this.#chunks)
      if (done) return
      read += value.length
      if (read > this.#max) throw new TooLargeError(`The body may have ${this.#max} bytes.`)
      yield value
    }
  }

  #begin(): void {
    this.#long ??= setTimeout(() => this.#takePlace(), LONG_MS)
  }

  #takePlace(): void {
    if (this.#hasPlace || this.#isOut) return
    try {
      takePlace(this.#place)
      this.#hasPlace = true
    } catch {
      this.#lose()
    }
  }

  #lose(): void {
    this.#isOut = true
    this.#onTaken()
  }

  async #hold(): Promise<void> {
    this.#isHeld = true
    // Whoever loses his place meanwhile waits no longer.
    await Promise.race([this.#memory.take(HELD_BYTES), this.#taken()])
    this.#chunkMax = CHUNK_BYTES
  }

  /** Rejects once others get its place or its memory, or have its place already. */
  #taken(): Promise<never> {
    const taken = Promise.withResolvers<never>()
    this.#onTaken = () => taken.reject(memoryTaken())
    if (this.#isOut) this.#onTaken()
    return taken.promise
  }

  async #next(chunks: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    const taken = this.#taken()
    const arrived = this.#take(chunks).catch((error: unknown) => {
      if (error instanceof StalledError) throw error
      throw new InvalidBodyError([{ field: '', message: 'The body ended early.' }])
    })
    return Promise.race([arrived, taken])
  }

  /** The next chunk. @throws StalledError where the body arrives too slowly */
  async #take(chunks: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    this.#memory.waits()
    const result = await chunks.next()
    this.#memory.works()
    this.#memory.count(result.value?.length ?? 0)
    if (!result.done) this.#requirePace()
    return result
  }

  #requirePace(): void {
    const { waitedMs, arrived } = this.#memory
    if (waitedMs >= ARRIVAL_MS_MAX) throw new StalledError('The body has not arrived in ten minutes.')
    if (waitedMs < this.#minute.endMs) return
    if (arrived - this.#minute.before < MINUTE_BYTES_MIN)
      throw new StalledError('The body arrives slower than 2 KB a second.')
    this.#minute = { endMs: waitedMs + MINUTE_MS, before: arrived }
  }

  /** Reads and discards the rest of a rejected body, with little memory, and not for long where others need what it has. */
  async drain(): Promise<void> {
    this.#begin()
    this.#chunkMax = FIRST_CHUNK_BYTES
    const taken = Promise.withResolvers<void>()
    this.#onTaken = () => taken.resolve()
    const drained = this.#discard()
    if (!this.#isOut && !this.#memory.isTaken) await Promise.race([drained, taken.promise])
    if (this.#isOut) await within(DRAIN_MS.place, drained, () => undefined)
    else if (this.#memory.isTaken) await within(DRAIN_MS.memory, drained, () => undefined)
  }

  /** Gives its place and its memory to others. */
  release(): void {
    clearTimeout(this.#long)
    this.#memory.end()
    leave(this.#place)
  }

  async #discard(): Promise<void> {
    try {
      for (let left = DRAINED_MAX; this.#chunks && left > 0;) {
        const { done, value } = await this.#take(this.#chunks)
        if (done) return
        left -= value.length
      }
      await this.#chunks?.return?.()
    } catch {
      // The client has disconnected.
    }
  }
}

import { InvalidBodyError, TooLargeError } from '../errors.ts'

/** One part of a multipart/form-data body that is still arriving. Unread bytes are skipped. */
export interface Part {
  name: string
  /** Null for a plain field; empty for a file field in which nothing was chosen. */
  filename: string | null
  /** Can be read once, in full or in part. A chunk is valid until the next one is requested. */
  chunks: AsyncIterable<Uint8Array>
}

const HEAD_BYTES_MAX = 8192
const PARTS_MAX = 100
const encoder = new TextEncoder()
const malformed = () =>
  new InvalidBodyError([{ field: '', message: 'The body is not well-formed multipart/form-data.' }])

/** The boundary in a request's content type. @throws InvalidBodyError where it is not multipart/form-data. */
export function boundaryOf(request: Request): string {
  const type = request.headers.get('content-type') ?? ''
  const boundary = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^;\s]{1,70})(?=[;\s]|$))/i.exec(type)
  if (!boundary)
    throw new InvalidBodyError([{ field: 'content-type', message: 'The body must be sent as multipart/form-data.' }])
  return boundary[1] ?? boundary[2] ?? ''
}

/**
 * Reads a multipart body part by part (RFC 7578) with one chunk in memory. A library that buffers whole parts would have to
 * stop at a part that is too large; here the caller can skip it and read the fields behind it.
 * @throws InvalidBodyError for a body that is cut off or malformed, and whatever `body` throws
 */
export async function* readParts(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const source = new Source(body)
  const delimiter = encoder.encode(`\r\n--${boundary}`)
  // Only a preamble puts a line end before the first boundary.
  source.prepend(encoder.encode('\r\n'))
  let preamble = 0
  for await (const chunk of source.until(delimiter)) {
    preamble += chunk.length
    // No limit of files counts it.
    if (preamble > HEAD_BYTES_MAX) throw malformed()
  }
  for (let count = 0; ; count++) {
    const end = await source.take(2)
    if (end === '--') return
    if (end !== '\r\n' || count === PARTS_MAX) throw malformed()
    const head = await readHead(source)
    const content = source.until(delimiter)
    // Without `return`, so that a caller who stops early leaves the rest to be skipped.
    const rest = { [Symbol.asyncIterator]: () => ({ next: () => content.next() }) }
    yield { ...head, chunks: rest }
    await skip(rest)
  }
}

/** All bytes of a small part. @throws TooLargeError beyond `max` of them. */
export async function bytesOf(part: Part, max: number): Promise<Uint8Array<ArrayBuffer>> {
  let memory = new ArrayBuffer(0)
  let length = 0
  for await (const chunk of part.chunks) {
    if (length + chunk.length > max) throw new TooLargeError(`"${part.name}" is larger than ${max} bytes.`)
    // Frees the memory before at once: a slow client would leave as much garbage with each chunk.
    if (length + chunk.length > memory.byteLength)
      memory = memory.transfer(Math.min(Math.max(length + chunk.length, length * 2), max))
    new Uint8Array(memory).set(chunk, length)
    length += chunk.length
  }
  return new Uint8Array(memory, 0, length)
}

/** The text of a plain field, decoded as UTF-8. @throws TooLargeError beyond `max` bytes. */
export const textOf = async (part: Part, max: number): Promise<string> =>
  new TextDecoder().decode(await bytesOf(part, max))

async function skip(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of chunks);
}

async function readHead(source: Source): Promise<Pick<Part, 'name' | 'filename'>> {
  // A part without headers begins with the empty line itself.
  source.prepend(encoder.encode('\r\n'))
  const decoder = new TextDecoder()
  let head = ''
  for await (const chunk of source.until(encoder.encode('\r\n\r\n'))) {
    head += decoder.decode(chunk, { stream: true })
    if (head.length > HEAD_BYTES_MAX) throw malformed()
  }
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(head + decoder.decode())?.[1] ?? ''
  const name = parameter(disposition, 'name')
  if (name === null) throw malformed()
  return { name, filename: parameter(disposition, 'filename') }
}

/** A parameter as browsers write it: quotes and line ends are percent-encoded (HTML standard, multipart/form-data). */
function parameter(disposition: string, name: string): string | null {
  const found = new RegExp(`(?:^|;)\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(` ${disposition}`)
  const value = found?.[1] ?? found?.[2] ?? null
  return value?.replaceAll('%22', '"').replaceAll('%0D', '').replaceAll('%0A', ' ') ?? null
}

/** A body that can be read up to a pattern, wherever its chunks end. All chunks go through one buffer, which grows with them. */
class Source {
  readonly #chunks: AsyncIterator<Uint8Array>
  #memory = new Uint8Array(0)
  /** Why the body has ended early: what is left in memory is no part of anything. */
  #failure: unknown = null
  #start = 0
  #end = 0

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#chunks = body[Symbol.asyncIterator]()
  }

  /** The bytes before the pattern; consumes the pattern too. @throws InvalidBodyError where the pattern never comes. */
  async *until(pattern: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      this.#requireWhole()
      const unread = this.#memory.subarray(this.#start, this.#end)
      const at = indexOf(unread, pattern)
      const safe = at === -1 ? Math.max(0, unread.length - pattern.length + 1) : at
      this.#start += at === -1 ? safe : at + pattern.length
      if (safe > 0) yield unread.subarray(0, safe)
      if (at !== -1) return
      await this.#fill()
    }
  }

  async take(length: number): Promise<string> {
    this.#requireWhole()
    while (this.#end - this.#start < length) await this.#fill()
    this.#start += length
    return new TextDecoder().decode(this.#memory.subarray(this.#start - length, this.#start))
  }

  /** Puts bytes in front of the unread ones. */
  prepend(bytes: Uint8Array): void {
    const unread = this.#memory.slice(this.#start, this.#end)
    this.#start = this.#end = 0
    this.#append(bytes)
    this.#append(unread)
  }

  #requireWhole(): void {
    if (this.#failure !== null) throw this.#failure
  }

  async #fill(): Promise<void> {
    const { done, value } = await this.#chunks.next().catch((error: unknown) => {
      this.#failure = error
      throw error
    })
    if (done) throw malformed()
    this.#memory.copyWithin(0, this.#start, this.#end)
    this.#end -= this.#start
    this.#start = 0
    this.#append(value)
  }

  #append(bytes: Uint8Array): void {
    if (this.#end + bytes.length > this.#memory.length) {
      const larger = new Uint8Array(Math.max(this.#end + bytes.length, this.#memory.length * 2))
      larger.set(this.#memory.subarray(0, this.#end))
      this.#memory = larger
    }
    this.#memory.set(bytes, this.#end)
    this.#end += bytes.length
  }
}

/** In native code: in a file of line ends every byte may begin a boundary. */
const indexOf = (bytes: Uint8Array, pattern: Uint8Array): number =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(pattern)

import { MEGABYTE } from '../contract/limits.ts'
import { TooLargeError } from '../errors.ts'
import { ArrivalMemory } from '../http/arrival-memory.ts'
import { within } from '../deadline.ts'

/** R2 wants parts of one size, at least 5 MiB; only the last may be smaller. */
export const PART_BYTES = 5 * MEGABYTE
/** How long R2 may take for aborting a file, after it has failed to store a part in time. */
const ABORT_MS = 5000

interface Writing {
  /** Whose memory it takes, see `ArrivalMemory`. */
  line?: string
  /** Nothing larger is stored, and no more memory is taken. */
  sizeMax: number
  customMetadata: Record<string, string>
  /** Called when a further megabyte begins to arrive. What it throws ends the upload. */
  onMegabyte(): Promise<void>
  /**
   * Called before a part is stored, with its bytes and its index. What it throws ends the upload; what it gives for a file of one part is
   * stored instead.
   */
  beforePart(bytes: Uint8Array<ArrayBuffer>, index: number): Promise<void | Uint8Array<ArrayBuffer>>
}

/**
 * Writes a file to R2 while it arrives, with one part of it in memory. A small file is one `put`, a larger one a multipart upload, which
 * is aborted on any failure. If the Worker dies, R2 itself aborts it after seven days; its parts are in no list and nobody can read them.
 * @returns the size of what is stored
 * @throws TooLargeError beyond `sizeMax`, RateLimitError where the isolate has too many uploads, or others need the memory
 * of this one (`ArrivalMemory`), StoreTimeoutError where R2 does not answer, and what `chunks` and `beforePart` throw
 */
export async function writeInParts(
  bucket: R2Bucket,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
  { line, sizeMax, customMetadata, onMegabyte, beforePart }: Writing,
): Promise<number> {
  const buffer = new PartBuffer(sizeMax, line)
  const parts: R2UploadedPart[] = []
  let upload: R2MultipartUpload | null = null
  let size = 0
  const storePart = async (bytes: Uint8Array) => {
    upload ??= await bucket.createMultipartUpload(key, { customMetadata })
    parts.push(await upload.uploadPart(parts.length + 1, bytes))
    return upload
  }
  const flush = async () => {
    const multipart = await buffer.store(async (bytes) => {
      await beforePart(bytes, parts.length)
      return storePart(bytes)
    })
    buffer.clear()
    return multipart
  }
  const finish = async () => {
    const whole = buffer.length > 0 ? await flush() : upload
    await whole?.complete(parts)
  }
  try {
    for await (const chunk of chunks) {
      const megabytes = Math.ceil(size / MEGABYTE)
      size += chunk.length
      for (let at = megabytes; at < Math.ceil(size / MEGABYTE); at++) await onMegabyte()
      if (size > sizeMax) throw new TooLargeError(`A file is larger than ${sizeMax} bytes.`)
      for (let at = 0; at < chunk.length;) {
        at += await buffer.add(chunk.subarray(at))
        if (buffer.length === PART_BYTES) await flush()
      }
    }
    buffer.requireMemory()
    if (size < PART_BYTES) {
      return await buffer.store(async (bytes) => {
        const stored = (await beforePart(bytes, 0)) ?? bytes
        await bucket.put(key, stored, { customMetadata })
        return stored.length
      })
    }
    await finish()
    return size
  } catch (error) {
    buffer.release()
    const begun = upload as R2MultipartUpload | null
    if (begun) await within(ABORT_MS, begun.abort(), () => {}).catch(() => {})
    throw error
  } finally {
    buffer.release()
  }
}

/** Up to one part in memory. It takes all that it may need before its first byte: whoever waits for memory keeps none of it from others. */
class PartBuffer {
  /** How much more may come. */
  #left: number
  #bytes = new Uint8Array(0)
  #used = 0
  readonly #memory: ArrivalMemory

  constructor(bytesMax: number, line?: string) {
    this.#left = bytesMax
    this.#memory = new ArrivalMemory(() => this.#resize(0), line)
    this.#memory.waits()
  }

  get length(): number {
    return this.#used
  }

  /** Takes as much of the chunk as fits into the part. @returns the number of bytes taken */
  async add(chunk: Uint8Array): Promise<number> {
    const taken = chunk.subarray(0, PART_BYTES - this.#used)
    const needed = this.#used + taken.length
    this.requireMemory()
    if (needed > this.#bytes.length) await this.#begin(Math.min(this.#left, PART_BYTES))
    this.#bytes.set(taken, this.#used)
    this.#used = needed
    this.#memory.count(taken.length)
    return taken.length
  }

  /** Has the part stored, which nobody takes meanwhile. */
  store<T>(store: (bytes: Uint8Array<ArrayBuffer>) => Promise<T>): Promise<T> {
    this.requireMemory()
    return this.#atWork(() => store(this.#bytes.subarray(0, this.#used)))
  }

  /** For the next part. The memory is used again, so that a large file leaves no garbage, unless others wait for it. */
  clear(): void {
    if (ArrivalMemory.isScarce()) this.#giveBack()
    this.#left -= this.#used
    this.#used = 0
  }

  release(): void {
    this.#giveBack()
  }

  #giveBack(): void {
    this.#memory.giveBack()
    this.#resize(0)
  }

  /** Frees the memory before at once: until the collector came for it, ten uploads would leave as much again. */
  #resize(length: number): void {
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(length))
    this.#used = Math.min(this.#used, length)
  }

  async #begin(length: number): Promise<void> {
    await this.#atWork(() => this.#memory.take(length))
    this.#resize(length)
  }

  async #atWork<T>(work: () => Promise<T>): Promise<T> {
    this.#memory.works()
    try {
      return await work()
    } finally {
      this.#memory.waits()
    }
  }

  /** @throws RateLimitError where others have got its memory, and what was in it is lost */
  requireMemory(): void {
    this.#memory.require()
  }
}

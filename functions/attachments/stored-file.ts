import { AbstractTokenizer, EndOfStreamError } from 'strtok3/core'
import { MEGABYTE } from '../contract/limits.ts'
import { inTime } from '../http/deadline.ts'

/** Few calls to R2 for a file of 20 MB, and little memory. */
const PIECE_BYTES = MEGABYTE

type ReadOptions = Parameters<AbstractTokenizer['readBuffer']>[1]

/** A file in R2 for `file-type`, which skips most of an archive: read by range, with one piece of it in memory. */
export class StoredFile extends AbstractTokenizer {
  readonly fileInfo: { size: number }
  readonly #bucket: R2Bucket
  readonly #key: string
  #piece: Uint8Array = new Uint8Array(0)
  #pieceAt = 0

  constructor(bucket: R2Bucket, key: string, size: number) {
    super()
    this.fileInfo = { size }
    this.#bucket = bucket
    this.#key = key
  }

  /** As many bytes as there are. @throws Error where the file has gone, StoreTimeoutError where R2 does not answer */
  async read(at: number, length: number): Promise<Uint8Array> {
    const end = Math.min(at + length, this.fileInfo.size)
    if (at >= end) return new Uint8Array(0)
    if (at < this.#pieceAt || end > this.#pieceAt + this.#piece.length) await this.#load(at, end)
    return this.#piece.subarray(at - this.#pieceAt, end - this.#pieceAt)
  }

  async #load(at: number, end: number): Promise<void> {
    const length = Math.min(Math.max(end - at, PIECE_BYTES), this.fileInfo.size - at)
    this.#piece = await inTime(this.#get(at, length))
    this.#pieceAt = at
  }

  async #get(offset: number, length: number): Promise<Uint8Array> {
    const object = await this.#bucket.get(this.#key, { range: { offset, length } })
    if (!object) throw new Error('A staged file has been deleted.')
    return object.bytes()
  }

  async peekBuffer(target: Uint8Array, options?: ReadOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(target, options)
    const bytes = await this.read(position, length)
    if (bytes.length < length && !mayBeLess) throw new EndOfStreamError()
    target.set(bytes)
    return bytes.length
  }

  async readBuffer(target: Uint8Array, options?: ReadOptions): Promise<number> {
    const count = await this.peekBuffer(target, options)
    this.position = (options?.position ?? this.position) + count
    return count
  }

  supportsRandomAccess(): boolean {
    return true
  }

  setPosition(position: number): void {
    this.position = position
  }
}

import { createHash, type Hash } from 'node:crypto'
import { v4 as uuid } from 'uuid'
import { hasExtension, SALES_FILES_MAX } from '../contract/attachments.ts'
import { insertFiles, insertUpload, type FileRow, objectKey, setReference } from '../database/upload.ts'
import type { Env } from '../env.ts'
import { InvalidBodyError, UpstreamError } from '../errors.ts'
import { clientOf } from '../http/client-address.ts'
import { within } from '../deadlines/deadline.ts'
import { MEDIA_TYPES } from '../http/file-headers.ts'
import { announcedBytes } from '../http/request-body.ts'
import { storageCall } from '../http/storage-call.ts'
import { takeMemory } from '../http/memory-limit.ts'
import type { Part } from '../http/multipart.ts'
import { takeFrom } from '../middleware/rate-limit.ts'
import type { FileUpstream, UpstreamCall } from '../upstream/upstream.ts'
import { allowedExtension, checkFirstPart, checkStoredFile } from './file-type.ts'
import { fileName } from './file-name.ts'
import { releaseUploads, toStaged } from './staged-files.ts'
import { PART_BYTES, writeInParts } from './write-in-parts.ts'

/** Takes the memory that the files of a request need, one after the other. @returns gives it back @throws BusyError */
export const takePartOf = (request: Request): (() => void) =>
  takeMemory(Math.min(PART_BYTES, announcedBytes(request)), clientOf(request))

/** How long a refusal waits for R2 to delete what was stored, in milliseconds. */
const DISCARD_MS = 5000

/** What is wrong with the id of an upload whose files were deleted. */
export const FILES_GONE = 'These files are not staged any more.'

/** The files of one form field: each is checked and staged in R2 while it arrives, so that memory holds one part of one at most. */
export class StagedUpload {
  readonly id = uuid()
  readonly #rows: FileRow[] = []
  readonly #env: Env
  readonly #request: Request
  #begun = false

  /** @param request brings them; its client is rate-limited by the number of its files, see `clientOf` */
  constructor(env: Env, request: Request) {
    this.#env = env
    this.#request = request
  }

  /** The files so far. */
  get files(): readonly Pick<FileRow, 'name' | 'size' | 'sha256'>[] {
    return this.#rows
  }

  /**
   * Checks and stages one file.
   * @throws InvalidBodyError beyond five files, RateLimitError, TooLargeError, FileTypeError; UpstreamFailedError, UpstreamTimeoutError where
   * a store fails
   */
  async add(part: Part, bytesMax: number): Promise<void> {
    const position = this.#rows.length
    // No form has a field for more files.
    if (position === SALES_FILES_MAX)
      throw new InvalidBodyError([{ field: 'files', message: `An upload has at most ${SALES_FILES_MAX} files.` }])
    await takeFrom(this.#env.UPLOAD_LIMIT, clientOf(this.#request))
    const name = fileName(part.filename ?? '')
    if (hasExtension(name)) allowedExtension(name)
    await this.#begin()
    const key = objectKey(this.id, position)
    const hash = createHash('sha256')
    let isChecked = false
    const { FILES } = this.#env
    const size = await storageCall(() =>
      writeInParts(FILES, key, hashed(part.chunks, hash), {
        sizeMax: Math.min(bytesMax, announcedBytes(this.#request)),
        beforePart: async (bytes, index) => {
          if (index === 0) isChecked = await checkFirstPart(name, bytes, bytes.length < PART_BYTES)
        },
      }),
    )
    // A file without an extension is named by its content.
    const named = isChecked ? name : await storageCall(() => checkStoredFile(name, FILES, key, size))
    this.#rows.push({
      upload_id: this.id,
      position,
      name: named,
      media_type: MEDIA_TYPES[allowedExtension(named)],
      size,
      sha256: hash.digest('hex'),
      field: part.name.slice(0, 50).toWellFormed(),
    })
  }

  /** The row of the upload comes before its first byte, so that the sweep knows of whatever is stored. */
  async #begin(): Promise<void> {
    if (this.#begun) return
    this.#begun = true
    await storageCall(() => insertUpload(this.#env.DB, this.id, Date.now()))
  }

  /** Deletes its files, so that whoever is refused need not wait for R2: what it does not delete in time, the sweep deletes. */
  async discard(): Promise<void> {
    if (this.#begun) await within(DISCARD_MS, releaseUploads(this.#env, [this.id]), () => 0).catch(() => 0)
  }

  /**
   * Sends the files upstream, streamed from R2, and gives their reference. They stay here until their inquiry is delivered.
   * @throws UpstreamFailedError, UpstreamTimeoutError with the id under which the files are staged; without an id where they are not
   */
  async forward(upstream: FileUpstream, call: UpstreamCall): Promise<string> {
    const { DB, FILES } = this.#env
    await storageCall(() => insertFiles(DB, this.#rows))
    try {
      return await storageCall(async () => {
        const reference = await upstream.uploadFiles(this.id, toStaged(FILES, this.#rows), call)
        await setReference(DB, this.id, reference)
        return reference
      })
    } catch (error) {
      if (error instanceof UpstreamError) error.held = this.id
      throw error
    }
  }
}

/** The same chunks, which a hash reads as they pass. */
async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

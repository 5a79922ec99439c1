import { v4 as uuid } from 'uuid'
import { hasExtension, SALES_FILES_MAX, STAGED_FIELD, UPLOAD_BYTES_MAX } from '../contract/attachments.ts'
import type { Env } from '../env.ts'
import {
  ApiError,
  StoreTimeoutError,
  InvalidBodyError,
  TooLargeError,
  UpstreamError,
  UpstreamFailedError,
  UpstreamTimeoutError,
} from '../errors.ts'
import { clientOf, lineOf } from '../http/client.ts'
import { inTime, within } from '../http/deadline.ts'
import { MEDIA_TYPES } from '../http/file-headers.ts'
import { announcedBytes } from '../http/limited-body.ts'
import type { Part } from '../http/multipart.ts'
import { arrivals, takeFrom, takeMegabytes } from '../middleware/rate-limit.ts'
import type { FileUpstream, UpstreamCall } from '../upstream/upstream.ts'
import { allowedExtension, checkFirstPart, checkStoredFile } from './file-type.ts'
import { fileName } from './file-name.ts'
import {
  deleteStaged,
  fileMetadata,
  keepReference,
  stagedFiles,
  uploadPrefix,
  type StagedFile,
} from './staged-files.ts'
import { PART_BYTES, writeInParts } from './write-in-parts.ts'

/** How long a refusal waits for R2 to delete what was stored, in milliseconds. */
const DISCARD_MS = 5000

/** What is wrong with the id of an upload whose files were deleted. */
export const FILES_GONE = 'These files are not staged any more.'

/** The files of one form field: each is checked and staged in R2 while it arrives, so that memory holds one part of one at most. */
export class StagedUpload {
  readonly id = uuid()
  readonly files: { name: string; size: number }[] = []
  readonly #env: Env
  readonly #request: Request
  readonly #client: string
  readonly #earlier: { uploadId: string; file: StagedFile; key: string }[] = []
  readonly #begunAt = Date.now()
  #begun = false

  /** @param request brings them; its client is rate-limited by the number of its files and by their bytes, see `clientOf` */
  constructor(env: Env, request: Request) {
    this.#env = env
    this.#request = request
    this.#client = clientOf(request)
  }

  /** When the first of its files was staged; they are kept from then on, see STAGED_KEPT_MS. */
  get stagedAt(): number {
    return Math.min(this.#begunAt, ...this.#earlier.map(({ file }) => file.stagedAt.getTime()))
  }

  /**
   * Checks and stages one file.
   * @throws InvalidBodyError beyond five files, RateLimitError, TooLargeError, FileTypeError; UpstreamFailedError, UpstreamTimeoutError where
   * R2 fails
   */
  async add(part: Part, bytesMax: number): Promise<void> {
    this.#requireRoom()
    await takeFrom(this.#env.UPLOAD_LIMIT, this.#client)
    const name = fileName(part.filename ?? '')
    const type = hasExtension(name) ? MEDIA_TYPES[allowedExtension(name)] : ''
    const key = this.#nextKey()
    let isChecked = false
    this.#begun = true
    const end = arrivals.begin(this.#client)
    const size = await writeInParts(this.#env.FILES, key, part.chunks, {
      line: lineOf(this.#request),
      sizeMax: Math.min(bytesMax, announcedBytes(this.#request)),
      customMetadata: fileMetadata({ name, type, field: part.name }),
      onMegabyte: () => takeFrom(this.#env.UPLOAD_BYTES_LIMIT, this.#client),
      beforePart: async (bytes, index) => {
        if (index === 0) isChecked = await checkFirstPart(name, bytes, bytes.length < PART_BYTES)
      },
    })
      .catch(asUpstreamFailure)
      .finally(end)
    const named = isChecked ? name : await checkStoredFile(name, this.#env.FILES, key, size).catch(asUpstreamFailure)
    if (named !== name) await inTime(this.#rename(key, named, part.name)).catch(asUpstreamFailure)
    this.files.push({ name: named, size })
  }

  /** Writes the name that the content has given to a file: R2 changes the metadata of an object only with its bytes. */
  async #rename(key: string, name: string, field: string): Promise<void> {
    const object = await this.#env.FILES.get(key)
    if (!object) throw new Error('A staged file has been deleted.')
    const type = MEDIA_TYPES[allowedExtension(name)]
    await this.#env.FILES.put(key, object.body, { customMetadata: fileMetadata({ name, type, field }) })
  }

  /**
   * Adds the files of an upload that was staged before (decision 035); their bytes stay where they are until `complete`. They count again:
   * they are copied, or sent upstream, as often as they are named.
   * @throws InvalidBodyError where they are no longer staged, RateLimitError, TooLargeError; UpstreamFailedError, UpstreamTimeoutError where
   * R2 fails
   */
  async addStaged(uploadId: string): Promise<void> {
    const staged = await inTime(stagedFiles(this.#env, uploadId)).catch(asUpstreamFailure)
    if (staged.length === 0) throw new InvalidBodyError([{ field: STAGED_FIELD, message: FILES_GONE }])
    if ([...this.files, ...staged].reduce((sum, { size }) => sum + size, 0) > UPLOAD_BYTES_MAX)
      throw new TooLargeError(`An upload is larger than ${UPLOAD_BYTES_MAX} bytes.`)
    for (const file of staged) {
      this.#requireRoom()
      await takeFrom(this.#env.UPLOAD_LIMIT, this.#client)
      await takeMegabytes(this.#env, this.#client, file.size)
      this.#earlier.push({ uploadId, file, key: this.#nextKey() })
      this.files.push({ name: file.name, size: file.size })
    }
  }

  /**
   * Brings all files together under one id: of a single earlier upload under its own, of several by copies in R2. The earlier ones stay,
   * so that the same request can be repeated; they are deleted with the copies.
   * @returns the id under which the files are staged
   */
  async complete(): Promise<string> {
    const [first] = this.#earlier
    const isEarlierUpload = first && this.files.length === this.#earlier.length
    if (isEarlierUpload && this.#earlier.every(({ uploadId }) => uploadId === first.uploadId)) return first.uploadId
    this.#begun = true
    for (const { uploadId, file, key } of this.#earlier) await inTime(this.#copy(uploadId, file, key))
    return this.id
  }

  async #copy(uploadId: string, file: StagedFile, key: string): Promise<void> {
    await this.#env.FILES.put(key, await file.open(), { customMetadata: fileMetadata(file, uploadId) })
  }

  /** No form has a field for more files. @throws InvalidBodyError */
  #requireRoom(): void {
    if (this.files.length === SALES_FILES_MAX)
      throw new InvalidBodyError([{ field: 'files', message: `An upload has at most ${SALES_FILES_MAX} files.` }])
  }

  #nextKey(): string {
    return uploadPrefix(this.id) + String(this.files.length).padStart(3, '0')
  }

  /** Deletes its files, so that whoever is refused need not wait for R2: what it does not delete in time, the sweep deletes. */
  async discard(): Promise<void> {
    if (this.#begun) await within(DISCARD_MS, deleteStaged(this.#env, this.id), () => undefined).catch(() => undefined)
  }

  /**
   * Sends the files upstream, streamed from R2, and gives their reference. They stay staged until their inquiry is delivered.
   * @throws UpstreamFailedError, UpstreamTimeoutError with the id under which the files are staged, also where R2 fails: they are sent again
   * then, perhaps a second time, rather than lost; without an id where R2 has not brought them together
   */
  async forward(upstream: FileUpstream, call: UpstreamCall): Promise<string> {
    let id: string | undefined
    try {
      id = await this.complete()
      const files = await inTime(stagedFiles(this.#env, id))
      const reference = await upstream.uploadFiles(id, files, call)
      await inTime(keepReference(this.#env, reference, id))
      return reference
    } catch (error) {
      const failed = error instanceof UpstreamError ? error : storeFailed(error)
      // Those whose copies failed stay where they are, to be named again.
      if (id !== undefined) failed.held = id
      throw failed
    }
  }
}

/** What is wrong with a request stays as it is; anything else is a failure of R2. */
function asUpstreamFailure(error: unknown): never {
  throw error instanceof ApiError && !(error instanceof StoreTimeoutError) ? error : storeFailed(error)
}

const storeFailed = (cause: unknown): UpstreamError => {
  const message = `The store of files failed: ${String(cause)}`
  return cause instanceof StoreTimeoutError
    ? new UpstreamTimeoutError(message, { cause })
    : new UpstreamFailedError(message, { cause })
}

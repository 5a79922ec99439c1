import { v4 as uuid } from 'uuid'
import { MEGABYTE } from '../contract/limits.ts'
import type { Env } from '../env.ts'
import { UpstreamFailedError, UpstreamTimeoutError } from '../errors.ts'
import { MEDIA_TYPES } from '../http/file-headers.ts'
import type { Part } from '../http/multipart.ts'
import { takeFrom } from '../middleware/rate-limit.ts'
import type { FileUpstream, UpstreamCall } from '../upstream/upstream.ts'
import { allowedExtension, checkFirstPart, checkStoredFile } from './file-type.ts'
import { fileName } from './file-name.ts'
import { deleteStaged, fileMetadata, referenceKey, stagedFiles, uploadPrefix } from './staged-files.ts'
import { PART_BYTES, writeInParts } from './write-in-parts.ts'

/** The files of one form field: each is checked and staged in R2 while it arrives, so that memory holds one part of one at most. */
export class StagedUpload {
  readonly id = uuid()
  readonly files: { name: string; size: number }[] = []
  readonly #env: Env
  readonly #client: string
  #begun = false

  /** @param client rate-limited by the number of its files and by their bytes, see `clientOf` */
  constructor(env: Env, client: string) {
    this.#env = env
    this.#client = client
  }

  /** Checks and stages one file. @throws RateLimitError, TooLargeError, FileTypeError */
  async add(part: Part, bytesMax: number): Promise<void> {
    await takeFrom(this.#env.UPLOAD_LIMIT, this.#client)
    const name = fileName(part.filename ?? '')
    const type = MEDIA_TYPES[allowedExtension(name)]
    const key = uploadPrefix(this.id) + String(this.files.length).padStart(3, '0')
    let checked = false
    this.#begun = true
    const size = await writeInParts(this.#env.FILES, key, part.chunks, {
      sizeMax: bytesMax,
      customMetadata: fileMetadata({ name, type, field: part.name }),
      beforePart: async (bytes, index) => {
        if (index === 0) checked = await checkFirstPart(name, bytes, bytes.length < PART_BYTES)
        await takeFrom(this.#env.UPLOAD_BYTES_LIMIT, this.#client, Math.ceil(bytes.length / MEGABYTE))
      },
    })
    if (!checked) await checkStoredFile(name, this.#env.FILES, key)
    this.files.push({ name, size })
  }

  async discard(): Promise<void> {
    if (this.#begun) await deleteStaged(this.#env, this.id)
  }

  /**
   * Sends the files upstream, streamed from R2, and gives their reference. They stay staged until their inquiry is delivered.
   * @throws UpstreamFailedError, UpstreamTimeoutError with the id of this upload
   */
  async forward(upstream: FileUpstream, call: UpstreamCall): Promise<string> {
    try {
      const reference = await upstream.uploadFiles(this.id, await stagedFiles(this.#env, this.id), call)
      await this.#env.FILES.put(referenceKey(reference), this.id)
      return reference
    } catch (error) {
      if (error instanceof UpstreamFailedError || error instanceof UpstreamTimeoutError) error.held = this.id
      throw error
    }
  }
}

import { v4 as uuid } from 'uuid'
import type { Env } from '../env.ts'
import { UpstreamFailedError, UpstreamTimeoutError } from '../errors.ts'
import { PartMemory, type Part } from '../http/multipart.ts'
import { takeFrom } from '../middleware/rate-limit.ts'
import type { FileUpstream, UpstreamCall } from '../upstream/upstream.ts'
import { checkFileType } from './file-type.ts'
import { fileName } from './file-name.ts'
import { deleteStaged, fileMetadata, referenceKey, stagedFiles, uploadPrefix } from './staged-files.ts'

/** The files of one form field: each is checked and staged in R2 before the next one is read, so that memory holds one at most. */
export class StagedUpload {
  readonly id = uuid()
  readonly files: { name: string; size: number }[] = []
  readonly #memory = new PartMemory()
  readonly #env: Env
  readonly #client: string

  /** @param client rate-limited by the number of its files, see `clientOf` */
  constructor(env: Env, client: string) {
    this.#env = env
    this.#client = client
  }

  /** Checks and stages one file. @throws RateLimitError, TooLargeError, FileTypeError */
  async add(part: Part, bytesMax: number): Promise<void> {
    await takeFrom(this.#env.UPLOAD_LIMIT, this.#client)
    const name = fileName(part.filename ?? '')
    const bytes = await this.#memory.read({ ...part, filename: name }, bytesMax)
    const type = await checkFileType(name, bytes)
    const key = uploadPrefix(this.id) + String(this.files.length).padStart(3, '0')
    await this.#env.FILES.put(key, bytes, { customMetadata: fileMetadata({ name, type, field: part.name }) })
    this.files.push({ name, size: bytes.length })
  }

  async discard(): Promise<void> {
    if (this.files.length > 0) await deleteStaged(this.#env, this.id)
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

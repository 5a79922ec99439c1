import { v4 as uuid } from 'uuid'
import { checkFileType } from './file-check.ts'
import type { Env } from '../env.ts'
import { UpstreamFailedError, UpstreamTimeoutError } from '../errors.ts'
import { fileName } from './file-name.ts'
import { dropHeld, fileMetadata, heldFiles, heldPrefix, referenceKey } from './staged-files.ts'
import { takeFrom } from '../middleware/rate-limit.ts'
import { PartMemory, type Part } from '../http/multipart.ts'
import type { FileUpstream, UpstreamCall } from '../upstream/upstream.ts'

/** The files of one field on their way in: each is checked and kept in R2 before the next one is read (contract: Attachments). */
export class Intake {
  /** Names the upload for as long as it is held. */
  readonly id = uuid()
  readonly names: string[] = []
  readonly #memory = new PartMemory()
  readonly #env: Env
  readonly #client: string

  /** @param client whose files are counted, see `clientOf` */
  constructor(env: Env, client: string) {
    this.#env = env
    this.#client = client
  }

  /**
   * Takes one file. It is the only one in memory.
   * @throws RateLimitError, TooLargeError, FileTypeError
   */
  async take(part: Part, bytesMax: number): Promise<void> {
    await takeFrom(this.#env.UPLOAD_LIMIT, this.#client)
    const name = fileName(part.filename ?? '')
    const bytes = await this.#memory.read({ ...part, filename: name }, bytesMax)
    const type = await checkFileType(name, bytes)
    const key = heldPrefix(this.id) + String(this.names.length).padStart(3, '0')
    await this.#env.FILES.put(key, bytes, { customMetadata: fileMetadata({ name, type, field: part.name }) })
    this.names.push(name)
  }

  /** Forgets what has been taken. */
  async discard(): Promise<void> {
    if (this.names.length > 0) await dropHeld(this.#env, this.id)
  }
}

/**
 * Sends the held files of an upload to the upstream, straight from R2, and gives their reference.
 * They stay held until their inquiry is delivered.
 * @throws UpstreamFailedError, UpstreamTimeoutError with the id under which the files are held
 */
export async function sendOn(env: Env, upstream: FileUpstream, uploadId: string, call: UpstreamCall): Promise<string> {
  try {
    const reference = await upstream.uploadFiles(await heldFiles(env, uploadId), call)
    await env.FILES.put(referenceKey(reference), uploadId)
    return reference
  } catch (error) {
    if (error instanceof UpstreamFailedError || error instanceof UpstreamTimeoutError) error.held = uploadId
    throw error
  }
}

import { createHash } from 'node:crypto'
import { fileName } from '../attachments/file-name.ts'
import { StagedUpload, takePartOf } from '../attachments/stage-upload.ts'
import { checkForm } from '../contract/check-form.ts'
import { type FormKind, FORM_INPUTS, type FormMessage } from '../contract/form-fields.ts'
import { HONEYPOT, TURNSTILE_TOKEN } from '../contract/spam-signals.ts'
import { FILE_FIELDS, type FileField, type FileNames, type FileRule, type RefusedFile } from '../contract/form-files.ts'
import { agreedMonths, inquiryBody, type InquiryBody } from '../contract/inquiry-body.ts'
import { MEGABYTE } from '../contract/attachments.ts'
import { cleaned } from '../contract/visible-text.ts'
import type { Env } from '../env.ts'
import { FileTypeError, InvalidBodyError, TooLargeError } from '../errors.ts'
import { readBody } from '../http/request-body.ts'
import { boundaryOf, bytesOf, readParts, type Part } from '../http/multipart.ts'
import { clientOf } from '../http/client-address.ts'
import { takeFrom } from '../middleware/rate-limit.ts'
import { type InquiryKey, keyOfPostedForm } from './idempotency-key.ts'

/** All text fields of a form together. */
const TEXT_BYTES_MAX = 65_536
/** More than the fields allow, so that a file that is too large can be skipped and the rest of the form be read. */
const FORM_BYTES_MAX = 100 * MEGABYTE

const HIDDEN_FIELDS: readonly string[] = [HONEYPOT, 'privacy_version', 'processed_months', TURNSTILE_TOKEN]

/** The first field that does not fit. */
export class FormError extends Error {
  readonly field: string
  readonly refused: RefusedFile | undefined
  constructor(field: string, message: FormMessage, refused?: RefusedFile) {
    super(message)
    this.field = field
    this.refused = refused
  }
}

/** A form that a browser posted without a script, read in one pass: texts into memory, files one by one into R2. */
export class PostedForm {
  /** What the visitor typed, by field name; also there after a failure. */
  readonly values: Record<string, string> = {}
  readonly uploads = new Map<FileField, StagedUpload>()
  /** Names of the files that came with it, one more than a field takes at most; the first refused one is not among them. */
  readonly fileNames: FileNames = {}
  readonly #hidden: Record<string, string> = {}
  /**
   * SHA-256 of each file by its field and name as they were sent (two long names may be the same once they are shortened), empty where it was
   * not taken.
   */
  readonly #sent = new Map<string, string>()
  /** Field, name and SHA-256 of each file. */
  readonly #files: [FileField, string, string][] = []
  readonly #kind: FormKind
  readonly #request: Request
  /** Why a file was not taken. What stands behind it is read all the same. */
  #fileError: unknown = null
  /** The body itself has failed: there is nothing more to read. */
  #hasEnded = false
  /** Name of a part that only a program sends, such as `constructor`. Parts of other unknown names are ignored. */
  #strayPart: string | null = null
  #textBytesLeft = TEXT_BYTES_MAX
  /** Gives the memory for its files back. */
  #giveBack: (() => void) | undefined

  constructor(kind: FormKind, request: Request) {
    this.#kind = kind
    this.#request = request
  }

  /**
   * Reads and validates the form: limit of forms, texts in the order of docs/specification.md#5, files, limit of inquiries. After a failure no
   * file stays staged.
   * @throws FormError, InvalidBodyError, TooLargeError, RateLimitError, BusyError where there is no memory for its files, and
   * UpstreamFailedError or UpstreamTimeoutError where R2 fails
   */
  async read(env: Env): Promise<InquiryBody> {
    try {
      const limited = await takeFrom(env.FORM_LIMIT, clientOf(this.#request)).catch(
        (error: unknown) => (this.#fileError = error),
      )
      // Beyond the limit only the texts are read, so that the visitor gets them back.
      await this.#readParts(env)
      if (limited) throw limited
      if (this.#strayPart !== null)
        throw new InvalidBodyError([{ field: this.#strayPart, message: 'The form has no such field.' }])
      const { inquiry, failure } = checkForm(this.#kind, this.values)
      if (failure) throw new FormError(failure.field, failure.message)
      if (this.#fileError) throw this.#fileError
      await takeFrom(env.INQUIRY_LIMIT, clientOf(this.#request))
      const version = this.#hidden.privacy_version ?? ''
      return inquiryBody.parse({
        ...inquiry,
        [HONEYPOT]: this.#hidden[HONEYPOT],
        privacy_version: /^\d{8}$/.test(version) ? version : null,
        processed_months: this.agreedMonths,
      })
    } catch (error) {
      for (const upload of this.uploads.values()) await upload.discard()
      throw error
    }
  }

  /** Months of the consent, as the form names them. */
  get agreedMonths(): number | undefined {
    return agreedMonths.safeParse(Number(this.#hidden.processed_months)).data
  }

  get turnstileToken(): string | null {
    return this.#hidden[TURNSTILE_TOKEN] ?? null
  }

  /** The key of the inquiry, once the form is read. @param csrfToken of the browser */
  key(csrfToken: string | null): InquiryKey {
    const contents = { kind: this.#kind, values: this.values, files: this.#files }
    return keyOfPostedForm(csrfToken, contents)
  }

  /** Reads the whole body, skipping rejected files, so that every text is there. */
  async #readParts(env: Env): Promise<void> {
    await readBody(this.#request, FORM_BYTES_MAX, async (body) => {
      try {
        for await (const part of readParts(body, boundaryOf(this.#request))) await this.#readPart(part, env)
      } finally {
        this.#giveBack?.()
      }
    }).catch((error: unknown) => {
      // A file larger than the whole limit ends the reading; the rejected file is the failure to report.
      throw error instanceof InvalidBodyError || error instanceof TooLargeError ? (this.#fileError ?? error) : error
    })
  }

  async #readPart(part: Part, env: Env): Promise<void> {
    const { name, filename } = part
    if (name in Object.prototype) return void (this.#strayPart ??= name)
    const rule = FILE_FIELDS[this.#kind][name as FileField]
    if (filename !== null) return rule && this.#stageFile(name as FileField, rule, part, env)
    const target = FORM_INPUTS[this.#kind].some((input) => input === name)
      ? this.values
      : HIDDEN_FIELDS.includes(name)
        ? this.#hidden
        : null
    if (!target) return
    const bytes = await bytesOf(part, this.#textBytesLeft)
    this.#textBytesLeft -= bytes.length
    target[name] ??= cleaned(new TextDecoder().decode(bytes))
  }

  async #stageFile(field: FileField, rule: FileRule, part: Part, env: Env): Promise<void> {
    // A file field without a choice is sent as a part without name and bytes.
    if (part.filename === '' && (await isEmpty(part))) return
    const sent = `${field} ${part.filename}`
    const name = fileName(part.filename ?? '')
    const first = this.#sent.get(sent)
    if (first !== undefined) {
      // The same file a second time is ignored (docs/specification.md#5). Another one of the same name must not be lost without a word.
      const hash = createHash('sha256')
      for await (const chunk of part.chunks) hash.update(chunk)
      if (hash.digest('hex') !== first)
        this.#fileError ??= new FormError(field, 'file-name-alert', { name, fault: 'file-same-name' })
      return
    }
    this.#sent.set(sent, '')
    const names = (this.fileNames[field] ??= [])
    if (names.length <= rule.max) names.push(name)
    if (this.#fileError) return
    const upload = this.uploads.get(field) ?? new StagedUpload(env, this.#request)
    if (upload.files.length === rule.max) {
      this.#fileError = new FormError(field, rule.max > 1 ? 'file-limit-alert' : 'format-size-alert')
      return
    }
    this.uploads.set(field, upload)
    try {
      this.#giveBack ??= takePartOf(this.#request)
      await upload.add({ ...part, chunks: this.#watched(part.chunks) }, rule.bytes)
      const sha256 = upload.files.at(-1)?.sha256 ?? ''
      this.#sent.set(sent, sha256)
      this.#files.push([field, name, sha256])
    } catch (error) {
      if (this.#hasEnded) throw error
      if (error instanceof FileTypeError || error instanceof TooLargeError) {
        const fault = error instanceof FileTypeError ? error.fault : 'file-too-large'
        names.pop()
        this.#fileError = new FormError(field, 'format-size-alert', { name, fault })
      } else this.#fileError = error
    }
  }

  /** The same chunks. Notes whether the body itself fails. */
  async *#watched(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks
    } catch (error) {
      this.#hasEnded = true
      throw error
    }
  }
}

async function isEmpty(part: Part): Promise<boolean> {
  for await (const chunk of part.chunks) if (chunk.length > 0) return false
  return true
}

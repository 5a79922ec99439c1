import { partnershipForm, salesForm, type FormFailure } from '../contract/form.ts'
import {
  FILE_FIELDS,
  HONEYPOT,
  TURNSTILE_TOKEN,
  type FileField,
  type FileRule,
  type FormKind,
  type FormMessage,
} from '../contract/form-fields.ts'
import { cleaned } from '../contract/inquiry.ts'
import { MEGABYTE } from '../contract/limits.ts'
import type { Env } from '../env.ts'
import { FileTypeError, InvalidBodyError, RateLimitError, TooLargeError } from '../errors.ts'
import { fileName } from '../attachments/file-name.ts'
import { heldFiles } from '../attachments/staged-files.ts'
import { LimitedBody } from '../http/limited-body.ts'
import { boundaryOf, bytesOf, readParts, type Part } from '../http/multipart.ts'
import { Intake } from '../attachments/staged-upload.ts'

/** All plain fields of a form together. */
const TEXT_BYTES_MAX = 65_536
/** Beyond what the fields may hold, so that a file too large can be read past and the rest of the form be kept. */
const FORM_BYTES_MAX = 100 * MEGABYTE

const SHOWN: Record<FormKind, readonly string[]> = {
  sales: Object.keys(salesForm.shape),
  partnership: Object.keys(partnershipForm.shape),
}
const HIDDEN: readonly string[] = [HONEYPOT, 'privacy_version', 'idempotency_key', TURNSTILE_TOKEN]

/** A form that a browser posted without a script, read in one pass: texts into memory, files one by one into R2. */
export class PostedForm {
  /** What the visitor filled in, by field name. */
  readonly values: Record<string, string> = {}
  /** What the page sent along. */
  readonly hidden: Record<string, string> = {}
  readonly uploads = new Map<FileField, Intake>()
  /** The first file that was not taken. */
  failure: (FormFailure & { error?: never }) | { error: RateLimitError } | null = null
  readonly #kind: FormKind
  readonly #env: Env
  readonly #client: string
  #textBytesLeft = TEXT_BYTES_MAX

  /** @param client whose files are counted, see `clientOf` */
  constructor(kind: FormKind, env: Env, client: string) {
    this.#kind = kind
    this.#env = env
    this.#client = client
  }

  /**
   * Reads the whole body, past files that are not taken, so that every text is kept.
   * @throws InvalidBodyError, TooLargeError where no form of ours looks like it
   */
  async read(request: Request): Promise<void> {
    const body = new LimitedBody(request, FORM_BYTES_MAX)
    try {
      for await (const part of readParts(body, boundaryOf(request))) await this.#take(part)
    } catch (error) {
      await body.drain()
      // A file larger than any form may be ends the reading; the file is what failed.
      if (!this.failure || !(error instanceof InvalidBodyError || error instanceof TooLargeError)) throw error
    }
  }

  /** Forgets the files. */
  async discard(): Promise<void> {
    for (const intake of this.uploads.values()) await intake.discard()
  }

  /** Field, name and size of each file, to tell one sending from another. */
  async fileList(): Promise<(string | number)[][]> {
    const lists = [...this.uploads].map(async ([field, { id }]) =>
      (await heldFiles(this.#env, id)).map(({ name, size }) => [field, name, size]),
    )
    return (await Promise.all(lists)).flat()
  }

  async #take(part: Part): Promise<void> {
    const rule = FILE_FIELDS[this.#kind][part.name as FileField]
    if (rule && part.filename !== null) return this.#takeFile(part.name as FileField, rule, part)
    const place = SHOWN[this.#kind].includes(part.name) ? this.values : HIDDEN.includes(part.name) ? this.hidden : null
    if (!place || part.filename !== null) return
    const bytes = await bytesOf(part, this.#textBytesLeft)
    this.#textBytesLeft -= bytes.length
    place[part.name] ??= cleaned(new TextDecoder().decode(bytes))
  }

  async #takeFile(field: FileField, rule: FileRule, part: Part): Promise<void> {
    // A file field in which nothing was chosen comes as a part without name and bytes.
    if (this.failure || (part.filename === '' && (await isEmpty(part)))) return
    const intake = this.uploads.get(field) ?? new Intake(this.#env, this.#client)
    if (intake.names.includes(fileName(part.filename ?? ''))) return
    if (intake.names.length === rule.max)
      return this.#fail(field, rule.max > 1 ? 'file-limit-alert' : 'format-size-alert')
    this.uploads.set(field, intake)
    try {
      await intake.take(part, rule.bytes)
    } catch (error) {
      if (error instanceof RateLimitError) this.failure = { error }
      else if (error instanceof FileTypeError || error instanceof TooLargeError) this.#fail(field, 'format-size-alert')
      else throw error
    }
  }

  #fail(field: FileField, message: FormMessage): void {
    this.failure = { field, message }
  }
}

async function isEmpty(part: Part): Promise<boolean> {
  for await (const chunk of part.chunks) if (chunk.length > 0) return false
  return true
}

import type { FileField, FormKind } from '../../../../functions/contract/form-fields'
import { readStored, store } from '../draft'

/** Where a file is that the visitor has chosen; without one it goes with the form. */
type Upload =
  /** @property fraction from 0 to 1 */
  | { state: 'sending'; fraction: number; cancel: () => void }
  /** @property id of the staged upload (docs/contract.md#5) */
  | { state: 'staged'; id: string }
  /** @property stalled it made no progress */
  | { state: 'failed'; stalled: boolean }

/** A file of a form. */
export interface Attachment {
  readonly name: string
  readonly size: number
  readonly lastModified: number
  /** Missing where the page has been loaded since; the file is staged then. */
  readonly file?: File
  readonly upload?: Upload | undefined
}
export type SelectedFiles = Partial<Record<FileField, readonly Attachment[]>>
const NONE: SelectedFiles = {}

export const attachmentOf = (file: File): Attachment => ({
  name: file.name,
  size: file.size,
  lastModified: file.lastModified,
  file,
})

/**
 * The attachments of a form: they survive a walk through the app, and those that are staged survive a reload in the same tab, too
 * (decision 035).
 */
export class Attachments {
  /** Pending while chosen files are checked. */
  choosing: Promise<void> = Promise.resolve()
  /** Pending while files are uploaded. */
  staging: Promise<void> | null = null
  #lists = NONE
  readonly #key: string
  readonly #listeners = new Set<() => void>()

  constructor(key: string) {
    this.#key = key
  }

  /** Takes over what this tab has staged before the page was loaded. */
  restore(): void {
    const stored = this.#lists === NONE && readStored<SelectedFiles>(this.#key)
    if (!stored) return
    this.#lists = stored
    this.#changed()
  }

  get lists(): SelectedFiles {
    return this.#lists
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Replaces the files of a field. Uploads of files that are gone are cancelled. */
  set(field: FileField, files: readonly Attachment[]): void {
    for (const { file, upload } of this.#lists[field] ?? [])
      if (upload?.state === 'sending' && !files.some((kept) => kept.file === file)) upload.cancel()
    this.#lists = { ...this.#lists, [field]: files }
    this.#changed()
  }

  /** Where the file is now. */
  setUpload(field: FileField, file: File, upload: Upload | undefined): void {
    const files = this.#lists[field]?.map((each) => (each.file === file ? { ...each, upload } : each))
    this.#lists = { ...this.#lists, [field]: files }
    this.#changed()
  }

  clear(): void {
    this.#lists = NONE
    this.#changed()
  }

  #changed(): void {
    const staged = Object.entries(this.#lists).map(([field, files]) => [
      field,
      files.filter(({ upload }) => upload?.state === 'staged').map(({ file: _inMemory, ...kept }) => kept),
    ])
    store(this.#key, Object.fromEntries(staged))
    for (const listener of this.#listeners) listener()
  }
}

const known = new Map<string, Attachments>()

/** The attachments of a form in this document. On the server there are none. */
export function attachmentsOf(brandId: string, kind: FormKind): Attachments {
  const key = `inquiry-files:${brandId}:${kind}`
  const attachments = known.get(key) ?? new Attachments(key)
  known.set(key, attachments)
  return attachments
}

/** What the server renders: no attachments. */
export const noAttachments = (): SelectedFiles => NONE

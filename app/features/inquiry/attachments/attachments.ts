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

/** Names of files, by field. */
export type FileNames = Partial<Record<FileField, readonly string[]>>
const NO_NAMES: FileNames = {}

export const attachmentOf = (file: File): Attachment => ({
  name: file.name,
  size: file.size,
  lastModified: file.lastModified,
  file,
})

/**
 * The attachments of a form: they survive a walk through the app, and those that are staged survive a reload in the same tab, too. Of
 * the others the names survive, so that the visitor learns of them (decision 035).
 */
export class Attachments {
  /** Pending while chosen files are checked. */
  choosing: Promise<void> = Promise.resolve()
  /** Pending while files are uploaded. */
  staging: Promise<void> | null = null
  #lists = NONE
  #unfinished = NO_NAMES
  readonly #key: string
  readonly #listeners = new Set<() => void>()

  constructor(key: string) {
    this.#key = key
  }

  /** Takes over what this tab has staged before the page was loaded, and the names of what it has not. */
  restore(): void {
    if (this.#lists !== NONE) return
    this.#unfinished = readStored<FileNames>(this.#unfinishedKey) ?? NO_NAMES
    this.#lists = readStored<SelectedFiles>(this.#key) ?? NONE
    this.#changed()
  }

  get lists(): SelectedFiles {
    return this.#lists
  }

  /** The files whose upload had not ended when the page was left, and that have not been chosen again. */
  get unfinished(): FileNames {
    return this.#unfinished
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Replaces the files of a field. Uploads of files that are gone are cancelled, and what is staged of them is destroyed. */
  set(field: FileField, files: readonly Attachment[]): void {
    const discarded: string[] = []
    for (const { file, upload } of this.#lists[field] ?? []) {
      if (upload?.state === 'sending' && !files.some((kept) => kept.file === file)) upload.cancel()
      if (upload?.state === 'staged' && !files.some((kept) => idOf(kept) === upload.id)) discarded.push(upload.id)
    }
    // Without the script they are destroyed within a day.
    if (discarded.length > 0)
      void import('../../../api/upload').then(({ discardStaged }) => discardStaged(discarded)).catch(() => undefined)
    this.#lists = { ...this.#lists, [field]: files }
    this.setUnfinished(
      field,
      this.#unfinished[field]?.filter((name) => !files.some((file) => file.name === name)),
    )
  }

  /** Replaces the names of a field that the visitor is told. */
  setUnfinished(field: FileField, names: readonly string[] = []): void {
    this.#unfinished = { ...this.#unfinished, [field]: names }
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
    this.#unfinished = NO_NAMES
    this.#changed()
  }

  get #unfinishedKey(): string {
    return `${this.#key}:unfinished`
  }

  #changed(): void {
    const staged: SelectedFiles = {}
    const unfinished: FileNames = { ...this.#unfinished }
    for (const [field, files] of Object.entries(this.#lists) as [FileField, readonly Attachment[]][]) {
      staged[field] = files.filter(isStaged).map(({ file: _inMemory, ...kept }) => kept)
      const others = files.filter((file) => !isStaged(file)).map(({ name }) => name)
      unfinished[field] = [...(unfinished[field] ?? []), ...others]
    }
    store(this.#key, staged)
    store(this.#unfinishedKey, unfinished)
    for (const listener of this.#listeners) listener()
  }
}

const isStaged = ({ upload }: Attachment): boolean => upload?.state === 'staged'
const idOf = ({ upload }: Attachment): string | null => (upload?.state === 'staged' ? upload.id : null)

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
export const noNames = (): FileNames => NO_NAMES

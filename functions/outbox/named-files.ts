import { deleteUploads, stagedFiles } from '../attachments/staged-files.ts'
import { fileReferences } from '../contract/inquiry-body.ts'
import type { Env } from '../env.ts'
import { inTime, within } from '../http/deadline.ts'
import { embeddedReference } from '../upstream/embedded/file.ts'
import type { Payload } from './payload.ts'
import type { OutboxStore } from './store.ts'

/**
 * The staged files of one outbox. Several inquiries may name the same ones, such as those of a duplicated tab; they are deleted when the
 * last of them needs them no more. An upload belongs to a brand (functions/attachments/signed-reference.ts), so no other outbox has a say.
 */
export class NamedFiles {
  readonly #env: Env
  readonly #store: OutboxStore
  /** Uploads of the inquiries that arrive at this moment. */
  readonly #arriving = new Set<readonly string[]>()
  /** Deletions that run. */
  readonly #deletions = new Set<Promise<void>>()

  constructor(env: Env, store: OutboxStore) {
    this.#env = env
    this.#store = store
  }

  /**
   * Keeps uploads until an inquiry that names them is stored.
   * @param store is told whether all of them are still there
   */
  async hold<T>(uploads: readonly string[], store: (areThere: boolean) => Promise<T>): Promise<T> {
    if (uploads.length === 0) return store(true)
    this.#arriving.add(uploads)
    try {
      return await store(await within(this.#env.UPSTREAM_TIMEOUT_MS, this.#areThere(uploads), () => true))
    } finally {
      this.#arriving.delete(uploads)
    }
  }

  /**
   * Deletes the staged files of an inquiry that was delivered or destroyed, but for uploads that are still named. What has become a
   * reference the upstream has.
   */
  release({ inquiry, uploads }: Payload): Promise<void> {
    return this.#delete(uploads, fileReferences(inquiry))
  }

  /** Deletes uploads that their visitor has removed from the form, but for those that an accepted inquiry names. */
  discard(uploads: readonly string[]): Promise<void> {
    const references = this.#store.filesInUse.references(uploads.map(embeddedReference))
    return this.#delete(
      uploads.filter((id) => !references.has(embeddedReference(id))),
      [],
    )
  }

  async #delete(uploads: readonly string[], references: string[]): Promise<void> {
    if (uploads.length === 0 && references.length === 0) return
    const named = new Set([...this.#store.filesInUse.uploads(), ...[...this.#arriving].flat()])
    const deletion = inTime(deleteUploads(this.#env, uploads, references, named))
    this.#deletions.add(deletion)
    await deletion.finally(() => this.#deletions.delete(deletion))
  }

  /** While R2 does not answer nothing says that they are gone, and the inquiry matters more. */
  async #areThere(uploads: readonly string[]): Promise<boolean> {
    await Promise.allSettled(this.#deletions)
    const found = await Promise.all(
      uploads.map((id) =>
        stagedFiles(this.#env, id).then(
          (files) => files.length > 0,
          () => true,
        ),
      ),
    )
    return found.every(Boolean)
  }
}

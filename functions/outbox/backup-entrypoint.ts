import { WorkerEntrypoint } from 'cloudflare:workers'
import { parseEnv } from '../env.ts'
import type { BackupPage, Position, RestoredPage } from './backup-rows.ts'
import { listOutboxes, outboxOf } from './brand-outbox.ts'

/**
 * The outboxes for `npm run backup` and `npm run restore` of a deployed site (decision 038). Only a service binding of the same account
 * reaches this entrypoint: no address does, and it has no `fetch`.
 */
export class Backup extends WorkerEntrypoint {
  /** Brand ids of all outboxes. @param registered brand ids of the registry */
  async brands(registered: string[]): Promise<string[]> {
    return listOutboxes(parseEnv(this.env), registered)
  }

  /** A page of the rows of an outbox, see readPage. */
  async read(brandId: string, after: Position | null): Promise<BackupPage> {
    return this.#outbox(brandId).readForBackup(after)
  }

  /** Whether an outbox has never accepted an inquiry. */
  async isEmpty(brandId: string): Promise<boolean> {
    return (await this.#outbox(brandId).counts()).accepted === 0
  }

  /** Writes a page of a backup, see writePage. @returns how many inquiries were destroyed again @throws where the first page meets an outbox with inquiries */
  async restore(brandId: string, page: RestoredPage): Promise<number> {
    return this.#outbox(brandId).restore(page)
  }

  #outbox(brandId: string) {
    return outboxOf(parseEnv(this.env), brandId)
  }
}

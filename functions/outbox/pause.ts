import { registerOutbox } from '../database/outbox.ts'
import { readPause } from '../database/pause.ts'
import type { Env } from '../env.ts'
import { logFailure } from '../log.ts'
import type { OutboxStore } from './store.ts'

/** Since when the outbox is paused, ISO 8601; empty where it is not. */
const PAUSED_SINCE = 'paused_since'

/** When the restore that has not ended wrote last, ISO 8601; empty where none is under way. */
const RESTORED_AT = 'restored_at'
/** One that was broken off does not keep what is due for longer. */
const RESTORE_MAX_MS = 24 * 3_600_000

/** Pauses an outbox that is restored. @param isLast whether the restore has ended with this */
export function pauseOutbox(store: OutboxStore, since: Date, isLast = true): void {
  store.setSetting(PAUSED_SINCE, since.toISOString())
  store.setSetting(RESTORED_AT, isLast ? '' : since.toISOString())
}

/**
 * While it lasts an outbox accepts inquiries and sends nothing, neither inquiries nor mails: the setting `PAUSED` says so, or a restore
 * whose site nobody has resumed (decision 047). Kept beside the inquiries, so that no failure of D1 ends it.
 */
export class Pause {
  readonly #env: Env
  readonly #brandId: string
  readonly #store: OutboxStore

  constructor(env: Env, brandId: string, store: OutboxStore) {
    this.#env = env
    this.#brandId = brandId
    this.#store = store
  }

  get isOn(): boolean {
    return this.#env.PAUSED === 'on' || Boolean(this.#store.setting(PAUSED_SINCE))
  }

  /** Whether more rows of a backup will come: until then neither this outbox nor D1 is whole. */
  get isRestoring(): boolean {
    return Date.now() - Date.parse(this.#store.setting(RESTORED_AT) ?? '') < RESTORE_MAX_MS
  }

  end(): void {
    for (const name of [PAUSED_SINCE, RESTORED_AT]) this.#store.setSetting(name, '')
  }

  /** Puts the outbox into the list of those that are resumed. */
  async register(): Promise<void> {
    await registerOutbox(this.#env.DB, this.#brandId).run()
  }

  /**
   * Called when the outbox starts. One that no backup has, because it was never used, learns from D1 that the site was restored; one that was
   * paused and has missed the resumption learns of that. While it is paused it is in the list of those that are resumed. Never throws.
   * @returns whether a pause has ended
   */
  async learn(): Promise<boolean> {
    const known = this.#store.setting(PAUSED_SINCE)
    // D1 does not know of a pause before it has the rows of the backup.
    if (known === '' || this.isRestoring) return false
    const { DB } = this.#env
    try {
      if ((await readPause(DB)) !== null) await this.register()
      // Read again: a resumption that has begun before does not know this outbox.
      const since = await readPause(DB)
      if (this.#store.setting(PAUSED_SINCE) !== known) return false
      this.#store.setSetting(PAUSED_SINCE, since ?? '')
      return known !== null && since === null
    } catch (error) {
      logFailure('warn', { requestId: null, method: 'OUTBOX', path: '', code: 'pause' }, error)
      return false
    }
  }
}

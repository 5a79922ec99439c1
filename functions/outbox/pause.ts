import { readPause } from '../database/pause.ts'
import type { Env } from '../env.ts'
import { logFailure } from '../log.ts'
import type { OutboxStore } from './store.ts'

/** Since when the outbox is paused, ISO 8601; empty where it is not. */
const PAUSED_SINCE = 'paused_since'

/** Pauses an outbox that is restored. */
export const pauseOutbox = (store: OutboxStore, since: Date): void =>
  store.setSetting(PAUSED_SINCE, since.toISOString())

/**
 * While it lasts an outbox accepts inquiries and sends nothing, neither inquiries nor mails: the setting `PAUSED` says so, or a restore
 * whose site nobody has resumed (decision 047). Kept beside the inquiries, so that no failure of D1 ends it.
 */
export class Pause {
  readonly #env: Env
  readonly #store: OutboxStore

  constructor(env: Env, store: OutboxStore) {
    this.#env = env
    this.#store = store
  }

  get isOn(): boolean {
    return this.#env.PAUSED === 'on' || Boolean(this.#store.setting(PAUSED_SINCE))
  }

  end(): void {
    this.#store.setSetting(PAUSED_SINCE, '')
  }

  /** An outbox that no backup has, because it was never used, learns from D1 whether the site was restored. Never throws. */
  async learn(): Promise<void> {
    if (this.#store.setting(PAUSED_SINCE) !== null) return
    try {
      const since = await readPause(this.#env.DB)
      if (this.#store.setting(PAUSED_SINCE) === null) this.#store.setSetting(PAUSED_SINCE, since ?? '')
    } catch (error) {
      logFailure('warn', { requestId: null, method: 'OUTBOX', path: '', code: 'pause' }, error)
    }
  }
}

import type { Mailer } from './mailer.ts'
import type { OutboxStore } from './store.ts'

/** A run that has stayed away for so long is told to the operator (docs/contract.md#10). */
const AWAY_MS = 2 * 3_600_000
/** When the destruction last succeeded, in milliseconds since epoch. */
const DESTROYED_AT = 'destroyed_at'

/**
 * Watches the two runs of the site, each from the other one, because a run that stays away cannot tell it: the alarm, which delivers,
 * looks after the destruction, and the hourly run looks after the alarm.
 */
export class RunWatch {
  readonly #store: OutboxStore
  readonly #mailer: Mailer

  constructor(store: OutboxStore, mailer: Mailer) {
    this.#store = store
    this.#mailer = mailer
  }

  /** The hourly run has destroyed everything that was due. */
  destructionRan(now: number): void {
    this.#store.setSetting(DESTROYED_AT, String(now))
    this.#mailer.watchRun('no-destruction', false, now)
  }

  /** Called by each alarm. */
  watchDestruction(now: number): void {
    const due = this.nextAt(now)
    if (due !== null && due <= now) this.#mailer.watchRun('no-destruction', true, now)
  }

  /** Called by each hourly run. @param alarm when it is set to go off. @returns whether it has stayed away */
  watchDelivery(alarm: number | null, now: number): boolean {
    const isAway = alarm !== null && alarm <= now - AWAY_MS
    this.#mailer.watchRun('no-delivery', isAway, now)
    return isAway
  }

  /** When the destruction has stayed away for too long; null where nobody is told, or already was. */
  nextAt(now: number): number | null {
    if (!this.#mailer.alerts || this.#mailer.isOpen('no-destruction')) return null
    const destroyedAt = this.#store.setting(DESTROYED_AT)
    if (destroyedAt === null) this.#store.setSetting(DESTROYED_AT, String(now))
    return Number(destroyedAt ?? now) + AWAY_MS
  }
}

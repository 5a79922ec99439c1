import { MAINTENANCE_KEY, maintenanceSchema, type Maintenance } from '../../functions/contract/maintenance'
import { isAnnounced, isInForce, maintenanceWindow } from '../../functions/contract/maintenance-window'
import { KeptValue } from '../../functions/lists/kept-value'
import type { KvReader } from '../../functions/lists/kv'

/** One of them, or neither: there is one entry. */
interface MaintenanceState {
  inForce: Maintenance | null
  /** Begins within 72 hours. */
  upcoming: Maintenance | null
}

/** The maintenance entry in KV. One per isolate. */
export class MaintenanceSwitch {
  readonly #entry = new KeptValue<Maintenance>({
    key: MAINTENANCE_KEY,
    schema: maintenanceSchema,
    unreadable: 'maintenance-unreadable',
    next: (read) => read ?? null,
  })

  /**
   * What holds at `now` (ms since epoch); the clock alone starts and ends a maintenance.
   * An invalid entry counts as none and is logged once. While KV fails, the last known entry holds.
   * @param requestId for the log
   */
  async read(store: KvReader, now: number, requestId = ''): Promise<MaintenanceState> {
    const entry = await this.#entry.read(store, now, requestId)
    return {
      inForce: entry && isInForce(entry, now) ? entry : null,
      upcoming: entry && isAnnounced(entry, now) ? entry : null,
    }
  }
}

const isolateSwitch = new MaintenanceSwitch()
/** What this isolate knows. */
export const readMaintenance = (store: KvReader, requestId: string, now = Date.now()) =>
  isolateSwitch.read(store, now, requestId)

/** Start and end of a maintenance in ISO 8601, for the line on every page. */
export function announcedTimes(maintenance: Maintenance | null): { from: string; until: string } | null {
  if (!maintenance) return null
  const { from, until } = maintenanceWindow(maintenance)
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
}

/** Whole seconds until the end, for `Retry-After`. */
export function retryAfter(maintenance: Maintenance, now = Date.now()): string {
  return String(Math.max(1, Math.ceil((maintenanceWindow(maintenance).until - now) / 1000)))
}

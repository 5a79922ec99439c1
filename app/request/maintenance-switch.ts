import { MAINTENANCE_KEY, maintenanceSchema, type Maintenance } from '../../functions/contract/maintenance'
import { isAnnounced, isInForce, maintenanceWindow } from '../../functions/contract/maintenance-window'
import { NotFoundError } from '../../functions/errors'
import { KeptValue } from '../../functions/lists/kept-value'
import type { KvReader } from '../../functions/lists/kv'
import { MAINTENANCE_PATH } from '../render/page-path'
import { knownAddress } from '../urls/known-parameters'

/** Paths that stay available during a maintenance: its page, with icon and name. */
const AVAILABLE_IN_MAINTENANCE = new Set([MAINTENANCE_PATH, '/icon.svg', '/manifest.webmanifest'])
/** The pages that confirm an inquiry also stay available, with a receipt that exists. */
const CONFIRMATION = /^\/support\/(?:request|affiliate)\/complete$/

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

/**
 * Whether an address stays available while a maintenance is in force.
 * @param askReceipt throws NotFoundError where the brand has no such receipt
 * @param mayAsk whether the limits let the visitor ask for a receipt
 */
export async function isAvailableInMaintenance(
  url: URL,
  askReceipt: (receipt: string) => Promise<unknown>,
  mayAsk: () => Promise<boolean>,
): Promise<boolean> {
  if (AVAILABLE_IN_MAINTENANCE.has(url.pathname)) return true
  const receipt = knownAddress(url).searchParams.get('receipt')
  if (!CONFIRMATION.test(url.pathname) || receipt === null || !(await mayAsk())) return false
  return askReceipt(receipt).then(
    () => true,
    // Where it cannot be told, whoever has just sent an inquiry is not turned away.
    (error: unknown) => !(error instanceof NotFoundError),
  )
}

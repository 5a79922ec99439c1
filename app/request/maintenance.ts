import { MAINTENANCE_KEY, maintenanceSchema, type Maintenance } from '../../functions/contract/maintenance'
import { isInForce, maintenanceWindow } from '../../functions/contract/maintenance-window'
import { readKv, type KvReader } from '../../functions/lists/kv'
import { logFailure } from '../../functions/log'

/** Together with KV's own 30 s, a running site follows the operator within 60 s (docs/contract.md#1). */
const CACHED_MS = 15_000
const KV_CACHE_SECONDS = 30

/** Method and path in log lines. */
const KV_READ = { method: 'KV', path: MAINTENANCE_KEY }

/** The maintenance entry in KV, cached for 15 s. One per isolate. */
export class MaintenanceSwitch {
  #entry: Maintenance | null = null
  #readAt = -Infinity
  #reported: string | null = null

  /**
   * The maintenance in force at `now` (ms since epoch), or null; the clock alone starts and ends it.
   * An invalid entry counts as none and is logged once. While KV fails, the last known entry holds.
   * @param requestId for the log
   */
  async inForce(store: KvReader, now: number, requestId = ''): Promise<Maintenance | null> {
    if (now - this.#readAt >= CACHED_MS || now < this.#readAt) {
      // During a refresh concurrent requests use the cached entry; the very first requests all read.
      if (this.#readAt > -Infinity) this.#readAt = now
      const text = await readKv(store, MAINTENANCE_KEY, { cacheTtl: KV_CACHE_SECONDS })
      if (text !== undefined) this.#entry = this.#parse(text, requestId)
      this.#readAt = now
    }
    return this.#entry && isInForce(this.#entry, now) ? this.#entry : null
  }

  #parse(text: string | null, requestId: string): Maintenance | null {
    if (text === null) return null
    const { data = null, error } = maintenanceSchema.safeParse(jsonOrNull(text))
    if (error && this.#reported !== text) {
      this.#reported = text
      const faults = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
      const failure = { requestId, ...KV_READ, code: 'maintenance-unreadable', faults }
      logFailure('error', failure, error)
    }
    return data
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isolateSwitch = new MaintenanceSwitch()
export const maintenanceInForce = (store: KvReader, requestId: string, now = Date.now()) =>
  isolateSwitch.inForce(store, now, requestId)

/** Whole seconds until the end, for `Retry-After`. */
export function retryAfter(maintenance: Maintenance, now = Date.now()): string {
  return String(Math.max(1, Math.ceil((maintenanceWindow(maintenance).until - now) / 1000)))
}

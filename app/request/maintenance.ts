import { MAINTENANCE_KEY, maintenanceSchema, type Maintenance } from '../../functions/contract/maintenance'
import { isInForce, maintenanceWindow } from '../../functions/contract/maintenance-window'

/** The part of a KV namespace that the switch reads. */
export type SwitchStore = Pick<KVNamespace, 'get'>

/** Together with KV's own 30 s a running site follows the operator within 60 s (contract: Commands). */
const REMEMBERED_MS = 15_000
const KV_CACHE_SECONDS = 30

/** What KV said last, so that a request costs no KV read. One per isolate. */
export class MaintenanceSwitch {
  #known: Maintenance | null = null
  #readAt = -Infinity
  #reported: string | null = null

  /**
   * The maintenance in force at `now` (ms since epoch), or null. It begins and ends by the clock, not by the operator.
   * An entry that does not fit is no maintenance and is logged once; where KV fails, what was known last holds.
   * @param requestId for the log; whose request reads the switch is chance
   */
  async inForce(store: SwitchStore, now: number, requestId = ''): Promise<Maintenance | null> {
    if (now - this.#readAt >= REMEMBERED_MS || now < this.#readAt) {
      // While one request reads again the others go by what is known; before the first answer nothing is.
      if (this.#readAt > -Infinity) this.#readAt = now
      try {
        this.#known = this.#parse(await store.get(MAINTENANCE_KEY, { cacheTtl: KV_CACHE_SECONDS }), requestId)
      } catch (error) {
        console.error(
          JSON.stringify({
            level: 'error',
            request_id: requestId,
            code: 'maintenance-unread',
            error: error instanceof Error ? error.name : typeof error,
          }),
        )
      }
      this.#readAt = now
    }
    return this.#known && isInForce(this.#known, now) ? this.#known : null
  }

  #parse(entry: string | null, requestId: string): Maintenance | null {
    if (entry === null) return null
    const result = maintenanceSchema.safeParse(jsonOrNull(entry))
    if (result.success) return result.data
    if (this.#reported !== entry) {
      this.#reported = entry
      const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
      console.error(JSON.stringify({ level: 'error', request_id: requestId, code: 'maintenance-unreadable', faults }))
    }
    return null
  }
}

/** What is no JSON fails the schema like anything else. */
function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The switch of this isolate. */
const isolateSwitch = new MaintenanceSwitch()
export const maintenanceInForce = (store: SwitchStore, requestId: string, now = Date.now()) =>
  isolateSwitch.inForce(store, now, requestId)

/** Whole seconds until the end, for `Retry-After`. */
export function retryAfter(maintenance: Maintenance, now = Date.now()): string {
  return String(Math.max(1, Math.ceil((maintenanceWindow(maintenance).until - now) / 1000)))
}

import { z } from 'zod'
import { maintenanceWindow } from '../contract/maintenance-window.ts'
import { MAINTENANCE_KEY, maintenanceSchema, type Maintenance } from '../contract/maintenance.ts'

/** The part of a KV namespace that the switch needs. */
export interface MaintenanceStore {
  get(key: string): Promise<string | null>
  put(key: string, value: string): Promise<unknown>
  delete(key: string): Promise<unknown>
}

/** The entry as it stands: none, one that can be read, or one that cannot, so that the site stays open. */
export type MaintenanceEntry = { maintenance: Maintenance } | { unreadable: string } | null

/** What somebody has filled in, and what is wrong with it by field. */
export type MaintenanceForm = { maintenance: Maintenance } | { faults: { field: string; message: string }[] }

export async function readMaintenance(store: MaintenanceStore): Promise<MaintenanceEntry> {
  const text = await store.get(MAINTENANCE_KEY)
  if (text === null) return null
  const { data } = z.string().transform(jsonOrNull).pipe(maintenanceSchema).safeParse(text)
  return data ? { maintenance: data } : { unreadable: text }
}

/** Checks an announcement. A window that is over already is a fault of its start. */
export function checkMaintenance(input: Record<keyof Maintenance, unknown>, now = Date.now()): MaintenanceForm {
  const { data, error } = maintenanceSchema.safeParse(input)
  if (error) return { faults: error.issues.map(({ path, message }) => ({ field: String(path[0]), message })) }
  if (maintenanceWindow(data).until <= now)
    return { faults: [{ field: 'start', message: 'that window is over already' }] }
  return { maintenance: data }
}

export const switchOn = (store: MaintenanceStore, maintenance: Maintenance) =>
  store.put(MAINTENANCE_KEY, JSON.stringify(maintenance))
export const switchOff = (store: MaintenanceStore) => store.delete(MAINTENANCE_KEY)

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

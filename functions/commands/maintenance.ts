import { z } from 'zod'
import { maintenanceWindow } from '../contract/maintenance-window.ts'
import {
  announcementShape,
  MAINTENANCE_KEY,
  maintenanceFields,
  maintenanceOf,
  maintenanceSchema,
  type Maintenance,
} from '../contract/maintenance.ts'
import { jsonOrNull } from '../lists/kept-value.ts'
import { command } from './define-command.ts'
import { forAllBrands } from './permissions.ts'

/** The entry as it stands: none, one that can be read, or one that cannot, so that the site stays open. */
export type MaintenanceEntry = { maintenance: Maintenance } | { unreadable: string } | null

export async function readMaintenanceEntry(store: KVNamespace): Promise<MaintenanceEntry> {
  const text = await store.get(MAINTENANCE_KEY)
  if (text === null) return null
  const { data } = z.string().transform(jsonOrNull).pipe(maintenanceSchema).safeParse(text)
  return data ? { maintenance: data } : { unreadable: text }
}

/** Announces a maintenance. Gives what was announced. */
export const maintenanceOn = command({
  input: z
    .object(announcementShape)
    .refine((window) => maintenanceWindow(window).until > Date.now(), {
      path: ['start'],
      message: 'that window is over already',
    })
    .transform(maintenanceOf),
  permit: forAllBrands,
  log: ({ start }) => ({ action: 'maintenance-on', subject: start }),
  async run({ env }, maintenance) {
    await env.CACHE.put(MAINTENANCE_KEY, JSON.stringify(maintenanceFields(maintenance)))
    return maintenance
  },
})

/** Ends a maintenance and withdraws one that is announced. */
export const maintenanceOff = command({
  input: z.object({}),
  permit: forAllBrands,
  log: () => ({ action: 'maintenance-off', subject: '' }),
  run: ({ env }) => env.CACHE.delete(MAINTENANCE_KEY),
})

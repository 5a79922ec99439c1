// Apart from maintenance.ts, because browsers load this module and zod would come along.

import type { Maintenance } from './maintenance.ts'

const HOUR_MS = 3_600_000

/** Start and end in milliseconds since epoch. */
export function maintenanceWindow({ start, hours }: Pick<Maintenance, 'start' | 'hours'>): {
  from: number
  until: number
} {
  const from = Date.parse(start)
  // Twenty minutes are a third of an hour.
  return { from, until: from + Math.round(hours * HOUR_MS) }
}

/** Visitors are told so long before a maintenance begins. */
const ANNOUNCED_MS = 72 * HOUR_MS

/** Whether a maintenance is announced at `now` (ms since epoch): it begins within 72 hours. */
export function isAnnounced(maintenance: Pick<Maintenance, 'start' | 'hours'>, now: number): boolean {
  const { from } = maintenanceWindow(maintenance)
  return now >= from - ANNOUNCED_MS && now < from
}

/** Whether `now` (ms since epoch) lies in the window. The end is exclusive. */
export function isInForce(maintenance: Pick<Maintenance, 'start' | 'hours'>, now: number): boolean {
  const { from, until } = maintenanceWindow(maintenance)
  return now >= from && now < until
}

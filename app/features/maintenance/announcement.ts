import type { Maintenance } from '../../../functions/contract/maintenance'
import { maintenanceWindow } from '../../../functions/contract/maintenance-window'
import type { Locale } from '../../i18n/locale'

/** What the maintenance page says, in the page's language; times in ISO 8601. */
export interface Announcement {
  from: string
  until: string
  hours: number
  /** Null: the regular service maintenance, whose words are in the catalogue. */
  reason: string | null
}

/** The window that the page shows where no maintenance is in force (spec 2). */
const EXAMPLE = { start: '2023-05-30T23:00:00+09:00', hours: 3 }

/** Turns the operator's entry, or nothing, into what the page says. */
export function announce(maintenance: Maintenance | null | undefined, locale: Locale): Announcement {
  const { from, until } = maintenanceWindow(maintenance ?? EXAMPLE)
  const reason = maintenance ? (locale === 'ko' ? maintenance.reason_ko : maintenance.reason_en) : null
  return {
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    hours: (maintenance ?? EXAMPLE).hours,
    reason,
  }
}

import type { Maintenance } from '../../../functions/contract/maintenance'
import { maintenanceWindow } from '../../../functions/contract/maintenance-window'
import type { Locale } from '../../i18n/locale'
import { ownText, type OwnText } from '../../i18n/own-text'

/** The content of the maintenance page in its language; times in ISO 8601. */
export interface MaintenanceContent {
  from: string
  until: string
  hours: number
  /** Null: regular service maintenance, with the catalogue's text. */
  reason: OwnText | null
  /** The maintenance has not begun. */
  upcoming: boolean
}

/** Shown if no maintenance is in force (docs/specification.md#2). */
const EXAMPLE = { start: '2023-05-30T23:00:00+09:00', hours: 3 }

/** What the page says of the operator's entry, or of the example window. */
export function maintenanceContent(
  maintenance: Maintenance | null | undefined,
  upcoming: boolean,
  locale: Locale,
): MaintenanceContent {
  const { from, until } = maintenanceWindow(maintenance ?? EXAMPLE)
  const reason = maintenance ? ownText(maintenance.reason, locale) : null
  return {
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    hours: (maintenance ?? EXAMPLE).hours,
    reason,
    upcoming,
  }
}

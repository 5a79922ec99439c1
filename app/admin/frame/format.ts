import { seoulDay, seoulMinute } from '../../../functions/contract/seoul'
import { LANGUAGES, type Locale } from '../../i18n/locale'

const MINUTE = 60_000
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE],
] as const

/** How far a moment is from now in words, in the largest unit that fits: `2 hours ago`, `in 3 days`. */
export function formatAge(iso: string, locale: Locale, now = Date.now()): string {
  const ms = Date.parse(iso) - now
  const [unit, length] = UNITS.find(([, size]) => Math.abs(ms) >= size) ?? (['second', 1000] as const)
  return new Intl.RelativeTimeFormat(LANGUAGES[locale].format, { numeric: 'always' }).format(
    Math.trunc(ms / length),
    unit,
  )
}

/** On the 24-hour clock, as `formatDateTime` says it. */
const TIME = { timeZone: 'Asia/Seoul', timeStyle: 'short', hourCycle: 'h23' } as const
/**
 * A moment of the past, in Seoul time: `12 minutes ago`, `today 13:05`, `yesterday 13:05`, then the date. Null for the last minute, which the
 * caller's catalogue names.
 */
export function formatMoment(iso: string, locale: Locale, now = Date.now()): string | null {
  const at = Date.parse(iso)
  const tag = LANGUAGES[locale].format
  const age = now - at
  if (age >= 0 && age < MINUTE) return null
  if (age >= 0 && age < 60 * MINUTE) return formatAge(iso, locale, now)
  const days = (Date.parse(seoulDay(at)) - Date.parse(seoulDay(now))) / 86_400_000
  const time = new Intl.DateTimeFormat(tag, TIME).format(at)
  if (days === 0 || days === -1)
    return `${new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(days, 'day')} ${time}`
  return new Intl.DateTimeFormat(tag, { ...TIME, dateStyle: 'medium' }).format(at)
}

/** A moment in Seoul as a spreadsheet reads it: `2026-11-23 13:05`. */
export const formatForSheet = (iso: string): string => seoulMinute(Date.parse(iso)).replace('T', ' ')

/** A whole number with the separators of the language. */
export const formatNumber = (count: number, locale: Locale): string =>
  new Intl.NumberFormat(LANGUAGES[locale].format).format(count)

/** A size in bytes in the largest unit that fits, such as `1.4 MB`; a MB is 1,048,576 bytes (docs/contract.md#6). */
export function formatSize(bytes: number, locale: Locale): string {
  const [size, unit] =
    bytes < 1024 ? [bytes, 'B'] : bytes < 1_048_576 ? [bytes / 1024, 'KB'] : [bytes / 1_048_576, 'MB']
  return `${new Intl.NumberFormat(LANGUAGES[locale].format, { maximumFractionDigits: size < 10 ? 1 : 0 }).format(size)} ${unit}`
}

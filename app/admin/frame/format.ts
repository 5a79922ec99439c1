import { LANGUAGES, type Locale } from '../../i18n/locale'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
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

/** A whole number with the separators of the language. */
export const formatNumber = (count: number, locale: Locale): string =>
  new Intl.NumberFormat(LANGUAGES[locale].format).format(count)

import { formatDateTime } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'

/** A moment in Korean time. */
export function Time({ iso, locale }: { iso: string; locale: Locale }) {
  return <time dateTime={iso}>{formatDateTime(iso, locale)}</time>
}

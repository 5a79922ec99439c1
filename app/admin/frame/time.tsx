import { useTranslation } from '../../i18n/use-translation'
import { formatDateTime } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { formatMoment } from './format'

/** A moment in Korean time. */
export function Time({ iso, locale }: { iso: string; locale: Locale }) {
  return <time dateTime={iso}>{formatDateTime(iso, locale)}</time>
}

/** A moment of the past in the words of a list: just now, yesterday, then a date. The whole of it is its title. */
export function Moment({ iso, locale }: { iso: string; locale: Locale }) {
  const { t } = useTranslation('admin')
  return (
    <time dateTime={iso} title={formatDateTime(iso, locale)}>
      {formatMoment(iso, locale) ?? t('just-now')}
    </time>
  )
}

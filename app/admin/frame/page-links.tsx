import { useTranslation } from '../../i18n/use-translation'

/** Rows of a page of a list. */
export const ROWS = 20

/** The way to the pages before and after this one; null where there is none. */
export function Pages({ newer, page, older }: { newer: string | null; page?: number; older: string | null }) {
  const { t } = useTranslation('admin')
  if (newer === null && older === null) return null
  return (
    <nav className="pages" aria-label={t('pages.label')}>
      {newer !== null && <a href={newer}>{t('pages.newer')}</a>}
      {page !== undefined && <span className="muted">{t('pages.page', { page })}</span>}
      {older !== null && <a href={older}>{t('pages.older')}</a>}
    </nav>
  )
}

import { useTranslation } from '../../i18n/use-translation'

interface PagesProps {
  /** Address of the page before this one; null where there is none. */
  newer: string | null
  /** Address of the page after this one; null where there is none. */
  older: string | null
  page?: number
  /** How many pages there are, where that is known. */
  pages?: number
  /** Whether the list is in an order of its own and not by time. */
  ownOrder?: boolean
}

/** The way to the pages before and after this one. */
export function Pages({ newer, older, page, pages, ownOrder = false }: PagesProps) {
  const { t } = useTranslation('admin')
  if (newer === null && older === null) return null
  return (
    <nav className="pages" aria-label={t('pages.label')}>
      {newer !== null && <a href={newer}>{t(ownOrder ? 'pages.previous' : 'pages.newer')}</a>}
      {page !== undefined && (
        <span className="muted">
          {pages === undefined ? t('pages.page', { page }) : t('pages.page-of', { page, pages })}
        </span>
      )}
      {older !== null && <a href={older}>{t(ownOrder ? 'pages.next' : 'pages.older')}</a>}
    </nav>
  )
}

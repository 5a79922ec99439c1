import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { PageVisitor } from '../context/page-context'
import { BackToTop, TOP_ID } from './back-to-top'
import { formatDateTime } from '../i18n/format'
import { inLanguage } from '../urls/in-language'
import { MAIN_ID, SkipLink } from '../ui/skip-link'
import { Footer } from './footer'
import { Header } from './header'
import { LoadingOverlay, useLoading, usePending } from './loading-overlay'
import { RouteAnnouncer } from './route-announcer'
import styles from './page-frame.module.css'

/** Skip link, header, main, footer. Features add `footerLinks` and, read before the header, `first` to every page. */
export function PageFrame({
  visitor,
  footerLinks,
  first,
  children,
}: {
  visitor: PageVisitor
  footerLinks?: ReactNode
  first?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('layout')
  const isPending = usePending()
  const loading = useLoading(isPending)
  return (
    <div className={styles.frame} id={TOP_ID}>
      <SkipLink>{t('skip')}</SkipLink>
      {first}
      <Header brand={visitor.brand} />
      {visitor.upcoming && (
        <p className={styles.upcoming}>
          {t('maintenance-upcoming', {
            from: formatDateTime(visitor.upcoming.from, visitor.locale),
            until: formatDateTime(visitor.upcoming.until, visitor.locale),
          })}{' '}
          <a href={inLanguage('/maintenance', visitor)}>{t('maintenance-details')}</a>
        </p>
      )}
      <main id={MAIN_ID} tabIndex={-1} className={styles.main} aria-busy={(loading && isPending) || undefined}>
        {children}
        <BackToTop />
      </main>
      <Footer brand={visitor.brand} locale={visitor.locale}>
        {footerLinks}
      </Footer>
      {loading && <LoadingOverlay />}
      <RouteAnnouncer mainId={MAIN_ID} loading={loading} />
    </div>
  )
}

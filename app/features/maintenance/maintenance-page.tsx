import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { formatDateTime, formatHours } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { StandalonePage } from '../../ui/standalone-page'
import type { MaintenanceContent } from './maintenance-content'
import styles from './maintenance-page.module.css'

/** The page shown at every address during a maintenance (docs/specification.md#2), outside the main layout. */
export function MaintenancePage({
  content: { from, until, hours, reason, upcoming },
  locale,
  email,
  logo,
  footer,
}: {
  content: MaintenanceContent
  locale: Locale
  email: string
  logo: ReactNode
  footer: ReactNode
}) {
  const { t } = useTranslation(['maintenance', 'layout'])
  const [before, after] = t('questions', { email }).split(email)
  const moment = (iso: string) => <time dateTime={iso}>{t('time', { time: formatDateTime(iso, locale) })}</time>
  return (
    <StandalonePage ground="tinted" skip={t('layout:skip')} logo={logo} footer={footer}>
      <svg className={styles.sign} viewBox="0 0 48 48" width="56" height="56" aria-hidden="true">
        <path d="M24 4.5a19.5 19.5 0 1 1 0 39 19.5 19.5 0 0 1 0-39z" />
        <path d="M24 13v11l7.5 5" />
      </svg>
      <h1>{t(upcoming ? 'heading-upcoming' : 'heading')}</h1>
      <p className={styles.notice}>{t(upcoming ? 'notice-upcoming' : 'notice')}</p>
      {!upcoming && <p className={styles.notice}>{t('retry')}</p>}
      <dl className={styles.facts}>
        <div className={styles.window}>
          <dt>{t('window')}</dt>
          <dd>
            <span className={styles.word}>{t('from')}</span>
            {moment(from)}
          </dd>
          <dd>
            <span className={styles.word}>{t('until')}</span>
            {moment(until)}
          </dd>
        </div>
        <div>
          <dt>{t('duration')}</dt>
          <dd>{t('about', { duration: formatHours(hours, locale) })}</dd>
        </div>
        <div>
          <dt>{t('reason')}</dt>
          <dd lang={reason?.lang}>{reason?.text ?? t('regular-maintenance')}</dd>
        </div>
      </dl>
      <p className={styles.questions}>
        {before}
        <a href={`mailto:${email}`}>{email}</a>
        {after}
      </p>
    </StandalonePage>
  )
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import type { PageBrand } from '../../context/page-context'
import { formatDay } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { Container } from '../../ui/container'
import { Notice } from '../../ui/notice'
import type { LegalKind } from './document'
import styles from './legal-page.module.css'
import { StaticLegalText } from './static-html/static-legal-text'
import { VersionList } from './version-list'
import type { LegalPageData } from './load-legal-page'

interface LegalPageProps {
  kind: LegalKind
  data: LegalPageData
  visitor: { brand: PageBrand; locale: Locale; localeInAddress: boolean }
}

/** The landing page: the version in force, and an open list of the earlier ones (docs/specification.md#2). */
export function LegalLanding({ kind, data, visitor }: LegalPageProps) {
  const { t } = useTranslation('legal')
  const { announced } = data
  return (
    <LegalFrame kind={kind} data={data} visitor={visitor}>
      {announced && (
        <Notice look="info">
          {t('announced-notice', { date: formatDay(announced.effective, visitor.locale) })}{' '}
          <Link to={`/${kind}/$version`} params={{ version: announced.version }}>
            {t('to-announced-version')}
          </Link>
        </Notice>
      )}
      <StaticLegalText kind={kind} version={data.version.version} visitor={visitor} />
      <VersionList
        kind={kind}
        heading={t('earlier-versions')}
        versions={data.versions.filter(({ state }) => state === 'superseded')}
        locale={visitor.locale}
        open
      />
    </LegalFrame>
  )
}

/** One version, with a notice where it is not in force. */
export function LegalVersion({ kind, data, visitor }: LegalPageProps) {
  const { t } = useTranslation('legal')
  const { state, effective, version } = data.version
  return (
    <LegalFrame kind={kind} data={data} visitor={visitor}>
      {state !== 'in-force' && (
        <Notice look={state === 'superseded' ? 'warning' : 'info'}>
          {state === 'superseded'
            ? t('superseded-notice')
            : t('upcoming-notice', { date: formatDay(effective, visitor.locale) })}{' '}
          <Link to={`/${kind}/$version`} params={{ version: 'current' }}>
            {t('to-version-in-force')}
          </Link>
        </Notice>
      )}
      {/* Another text of the same route is another element: what the server has sent stays as long as its element does. */}
      <StaticLegalText
        key={`${version} ${data.compared?.version}`}
        kind={kind}
        version={version}
        visitor={visitor}
        compared={data.compared}
      />
      <VersionList
        kind={kind}
        heading={t('all-versions')}
        versions={data.versions}
        shown={version}
        locale={visitor.locale}
      />
    </LegalFrame>
  )
}

function LegalFrame({
  kind,
  data: { version },
  visitor: { locale },
  children,
}: LegalPageProps & { children: ReactNode }) {
  const { t } = useTranslation('legal')
  return (
    <Container className={styles.page}>
      <div className={styles.heading}>
        <h1>{t(kind)}</h1>
        <p>{t(`${kind}-lead`)}</p>
        <p className={styles.facts}>
          <span className={styles.state} data-state={version.state}>
            {t(version.state)}
          </span>
          <time dateTime={version.effective}>{t('effective', { date: formatDay(version.effective, locale) })}</time>
        </p>
      </div>
      <hr className={styles.divider} />
      {children}
    </Container>
  )
}

import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation'
import { formatDay } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { Icon } from '../../ui/icon'
import { StateLink } from '../../ui/state-link'
import type { LegalKind } from './document'
import styles from './version-list.module.css'
import type { DatedVersion } from './versions-in-force'

/** Links to versions, in a list that can be folded. `shown` is the version on the page, which can be compared with older ones. */
export function VersionList({
  kind,
  heading,
  versions,
  shown,
  locale,
  open = false,
}: {
  kind: LegalKind
  heading: string
  versions: DatedVersion[]
  shown?: string
  locale: Locale
  open?: boolean
}) {
  const { t } = useTranslation('legal')
  return (
    <details className={styles.list} open={open}>
      <summary>
        {heading}
        <Icon name="chevron-down" size={18} />
      </summary>
      {versions.length === 0 ? (
        <p>{t('no-earlier-versions')}</p>
      ) : (
        <ul>
          {versions.map(({ version, effective, state }) => (
            <li key={version}>
              <StateLink to={`/${kind}/$version`} params={{ version }} current={version === shown ? 'page' : undefined}>
                {t('version-of', { date: formatDay(effective, locale) })}
              </StateLink>
              <span>{t(state)}</span>
              {shown && version < shown && (
                <Link to={`/${kind}/$version`} params={{ version: shown }} search={{ compare: version }}>
                  {t('compare', { date: formatDay(effective, locale) })}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

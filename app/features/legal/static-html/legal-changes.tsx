import type { ComponentProps } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import { formatDay } from '../../../i18n/format'
import { StateLink } from '../../../ui/state-link'
import { legalChanges } from '../document'
import { fillChanges } from './placeholders'
import type { DatedVersion } from '../versions-in-force'
import styles from './legal-changes.module.css'
import type { LegalText } from './legal-text'

export type LegalChangesProps = ComponentProps<typeof LegalText> & { compared: DatedVersion }

/** What changed in a version since an older one, article by article. */
export function LegalChanges({ kind, version, visitor: { brand, locale }, compared }: LegalChangesProps) {
  const { t } = useTranslation('legal')
  const changes = legalChanges(kind, version, locale, compared.version)
  return (
    <article className={styles.changes}>
      <p className={styles.about}>
        {t('changes-since', { date: formatDay(compared.effective, locale) })}{' '}
        <StateLink to={`/${kind}/$version`} params={{ version }} search={{}}>
          {t('to-text')}
        </StateLink>
      </p>
      {changes.map(({ heading, state, html }) => (
        <section key={heading + state}>
          <h2>
            {heading} <span data-state={state}>{t(`change.${state}`)}</span>
          </h2>
          {/* Our own text, compared by the build; the brand's values are escaped. */}
          {html && <p dangerouslySetInnerHTML={{ __html: fillChanges(html, brand, version) }} />}
        </section>
      ))}
    </article>
  )
}

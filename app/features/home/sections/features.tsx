import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/use-translation'
import { AuditSample, DeclarationSample, FootprintSample, SuppliersSample } from '../drawings/product-samples'
import styles from './features.module.css'
import { headingId } from './section'

const FEATURES = [
  { key: 'suppliers', Sample: SuppliersSample },
  { key: 'footprint', Sample: FootprintSample },
  { key: 'declaration', Sample: DeclarationSample },
  { key: 'audit', Sample: AuditSample },
] as const

/** The four features, each with a sample of the product's screen. Samples repeat the words, so screen readers skip them. */
export function Features({ sampleReport = false }: { sampleReport?: boolean | undefined }) {
  const { t } = useTranslation('home')
  return (
    <>
      <div className={styles.head}>
        <h2 id={headingId('features')}>{t('features.title')}</h2>
        <p>
          {t('features.note')} {sampleReport && <Link to="/sample-report">{t('features.report')}</Link>}
        </p>
      </div>
      <ul className={styles.bento}>
        {FEATURES.map(({ key, Sample }) => (
          <li key={key} className={styles.tile} data-feature={key}>
            <h3>{t(`features.${key}.title`)}</h3>
            <p>{t(`features.${key}.text`)}</p>
            <div className={styles.screen} aria-hidden="true">
              <Sample />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

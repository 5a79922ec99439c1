import { useTranslation } from 'react-i18next'
import type { PageBrand } from '../../brand/schema'
import { headingId } from './band'
import styles from './inquiry-section.module.css'

const TIPS = ['product', 'suppliers', 'rule'] as const

/** What stands beside the form: what to write, and the other ways to reach us. */
export function InquiryWords({ company }: { company: PageBrand['company'] }) {
  const { t } = useTranslation('home')
  return (
    <div className={styles.head}>
      <h2 id={headingId('inquiry')}>{t('inquiry.title')}</h2>
      <p>{t('inquiry.lead')}</p>
      <p className={styles.tips}>{t('inquiry.tips')}</p>
      <ul>
        {TIPS.map((tip) => (
          <li key={tip}>{t(`inquiry.tip.${tip}`)}</li>
        ))}
      </ul>
      <dl className={styles.contact}>
        <div>
          <dt>{t('inquiry.phone')}</dt>
          <dd>
            <a href={`tel:${company.phone}`}>{company.phone}</a>
          </dd>
        </div>
        <div>
          <dt>{t('inquiry.email')}</dt>
          <dd>
            <a href={`mailto:${company.email}`}>{company.email}</a>
          </dd>
        </div>
      </dl>
    </div>
  )
}

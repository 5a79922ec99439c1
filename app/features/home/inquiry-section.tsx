import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import type { PageBrand } from '../../brand/schema'
import { headingId } from './band'
import styles from './inquiry-section.module.css'

const TIPS = ['product', 'suppliers', 'rule'] as const

/** The embedded sales inquiry. The form comes from the route: features know nothing of each other. */
export function InquirySection({ company, children }: { company: PageBrand['company']; children: ReactNode }) {
  const { t } = useTranslation('home')
  return (
    <div className={styles.layout}>
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
      <div className={styles.form}>{children}</div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import type { PageBrand } from '../../../context/page-context'
import styles from './inquiry.module.css'
import { headingId } from './section'

const TIPS = ['product', 'suppliers', 'rule'] as const
/** What happens after an inquiry. */
const STEPS = ['talk', 'demo', 'quote'] as const

/** The embedded sales inquiry, which the route passes in, with advice and contact data beside it. */
export function Inquiry({
  company,
  answer,
  children,
}: {
  company: PageBrand['company']
  /** By when an inquiry is answered, where the registry says it. */
  answer: string | undefined
  children: ReactNode
}) {
  const { t } = useTranslation('home')
  return (
    <div className={styles.layout}>
      <div className={styles.head}>
        <h2 id={headingId('inquiry')}>{t('inquiry.title')}</h2>
        <p>
          {t('inquiry.lead')} {answer}
        </p>
        <p className={styles.tips}>{t('inquiry.tips')}</p>
        <ul>
          {TIPS.map((tip) => (
            <li key={tip}>{t(`inquiry.tip.${tip}`)}</li>
          ))}
        </ul>
        <p className={styles.tips}>{t('inquiry.next')}</p>
        <ol>
          {STEPS.map((step) => (
            <li key={step}>{t(`inquiry.step.${step}`)}</li>
          ))}
        </ol>
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

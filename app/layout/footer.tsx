import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { PageBrand } from '../context/page-context'
import type { Locale } from '../i18n/locale'
import styles from './footer.module.css'
import { LanguageSelector } from './language-selector'

/** Language, legal links and company information (docs/specification.md#2). `children` are further links. */
export function Footer({ brand, locale, children }: { brand: PageBrand; locale: Locale; children?: ReactNode }) {
  const { t } = useTranslation('layout')
  const { company } = brand
  const facts = [
    [t('representative'), company.representative],
    [t('address'), company.address],
    [
      t('phone'),
      <a key="phone" href={`tel:${company.phone}`}>
        {company.phone}
      </a>,
    ],
    [
      t('email'),
      <a key="email" href={`mailto:${company.email}`}>
        {company.email}
      </a>,
    ],
    [t('registration-number'), company.registrationNumber],
  ] as const
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.top}>
          <ul className={styles.links}>
            <li>
              <Link to="/privacy-policy/$version" params={{ version: 'current' }} className={styles.strong}>
                {t('privacy-policy')}
              </Link>
            </li>
            <li>
              <Link to="/terms-of-service/$version" params={{ version: 'current' }}>
                {t('terms-of-service')}
              </Link>
            </li>
            {children && <li>{children}</li>}
          </ul>
          <LanguageSelector locale={locale} />
        </div>
        <p className={styles.company}>{company.name}</p>
        <dl className={styles.facts} aria-label={t('company-information')}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </footer>
  )
}

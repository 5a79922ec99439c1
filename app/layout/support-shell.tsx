import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Container } from '../ui/container'
import styles from './support-shell.module.css'
import type { PageBrand } from '../context/page-context'
import { supportLinks } from './support-links'

/** The support area: a tab bar of links (docs/specification.md#2) and the page below it. */
export function SupportShell({ brand, children }: { brand: PageBrand; children: ReactNode }) {
  const { t } = useTranslation('layout')
  return (
    <>
      <div className={styles.band}>
        <Container>
          <p className={styles.title}>{t('support')}</p>
          <nav aria-label={t('support')} className={styles.tabs}>
            <ul>
              {supportLinks(brand).map(({ to, key }) => (
                <li key={to}>
                  <Link to={to} className={styles.tab}>
                    {t(key)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </Container>
      </div>
      <Container className={styles.page}>{children}</Container>
    </>
  )
}

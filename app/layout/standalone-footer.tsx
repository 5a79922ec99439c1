import { useTranslation } from '../i18n/use-translation'
import type { PageBrand } from '../context/page-context'
import { LANGUAGE_NAMES, LOCALE_QUERY, LOCALES, type Locale } from '../i18n/locale'
import styles from './standalone-footer.module.css'

/** The footer of a page outside the main layout: the company, and the page in each language as plain links. */
export function StandaloneFooter({ brand, locale }: { brand: PageBrand; locale: Locale }) {
  const { t } = useTranslation('layout')
  return (
    <footer className={styles.footer}>
      <p>{brand.company.name}</p>
      <nav aria-label={t('language')}>
        <ul className={styles.languages}>
          {LOCALES.map((option) => (
            <li key={option}>
              <a
                href={`?${LOCALE_QUERY}=${option}`}
                lang={option}
                hrefLang={option}
                aria-current={option === locale ? 'true' : undefined}
              >
                {LANGUAGE_NAMES[option]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  )
}

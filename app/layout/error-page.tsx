import { useRouter } from '@tanstack/react-router'
import { useTranslation } from '../i18n/use-translation'
import { buttonClass } from '../ui/button'
import { inLanguage } from '../urls/in-language'
import { StandalonePage } from '../ui/standalone-page'
import styles from './error-page.module.css'
import { Logo } from './logo'
import { StandaloneFooter } from './standalone-footer'

/**
 * The page for unknown routes and route errors (docs/specification.md#2). It uses neither layout nor route data, because
 * those may have failed, and its link is a plain one.
 */
export function ErrorPage() {
  const { t } = useTranslation(['error', 'layout'])
  const { visitor } = useRouter().options.context
  const { brand } = visitor
  const [before, after] = t('advice-call', { phone: brand.company.phone }).split(brand.company.phone)
  return (
    <StandalonePage
      ground="neutral"
      skip={t('layout:skip')}
      logo={<Logo brand={brand} />}
      footer={<StandaloneFooter brand={brand} locale={visitor.locale} />}
    >
      <meta name="robots" content="noindex" />
      <svg className={styles.picture} viewBox="0 0 160 72" width="160" height="72" aria-hidden="true">
        <path d="M4 36h52M104 36h52" />
        <path className={styles.gap} d="M68 24l24 24M92 24L68 48" />
        <circle cx="4" cy="36" r="4" />
        <circle cx="156" cy="36" r="4" />
      </svg>
      <h1>{t('title')}</h1>
      <p className={styles.explanation}>{t('explanation')}</p>
      <ul className={styles.advice}>
        <li>{t('advice-address')}</li>
        <li>
          {before}
          <a href={`tel:${brand.company.phone}`}>{brand.company.phone}</a>
          {after}
        </li>
      </ul>
      <a href={inLanguage('/', visitor)} className={buttonClass('primary')}>
        {t('go-to-main')}
      </a>
    </StandalonePage>
  )
}

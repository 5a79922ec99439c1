import { useTranslation } from '../../../i18n/use-translation'
import type { LegalDocument } from '../../../build/legal-documents'
import type { PageBrand } from '../../../context/page-context'
import type { Locale } from '../../../i18n/locale'
import { linksInLanguage } from '../../../urls/links-in-language'
import { Icon } from '../../../ui/icon'
import { legalDocument, type LegalKind } from '../document'
import { fillPlaceholders } from './placeholders'
import styles from './legal-text.module.css'

interface LegalTextProps {
  kind: LegalKind
  version: string
  visitor: { brand: PageBrand; locale: Locale; localeInAddress: boolean }
}

/** A document with its table of contents: sticky beside it on wide windows, folded above it on narrow ones. */
export function LegalText({ kind, version, visitor }: LegalTextProps) {
  const { brand, locale } = visitor
  const { t } = useTranslation('legal')
  const { articles, html } = legalDocument(kind, version, locale)
  return (
    <div className={styles.columns}>
      <nav className={styles.contents} aria-label={t('contents')}>
        <p>{t('contents')}</p>
        <Articles articles={articles} />
      </nav>
      <details className={styles.foldedContents}>
        <summary>
          {t('contents')}
          <Icon name="chevron-down" size={18} />
        </summary>
        <Articles articles={articles} />
      </details>
      {/* Our own text, rendered by the build; the brand's values are escaped. */}
      <article
        className={styles.text}
        dangerouslySetInnerHTML={{ __html: linksInLanguage(fillPlaceholders(html, brand, version), visitor) }}
      />
    </div>
  )
}

const Articles = ({ articles }: Pick<LegalDocument, 'articles'>) => (
  <ul>
    {articles.map(({ id, heading }) => (
      <li key={id}>
        <a href={`#${id}`}>{heading}</a>
      </li>
    ))}
  </ul>
)

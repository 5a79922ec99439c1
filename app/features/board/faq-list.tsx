import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { categoryName } from '../../i18n/category-name'
import type { Locale } from '../../i18n/locale'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import { Marked } from '../../ui/marked'
import styles from './faq-list.module.css'
import type { Row } from './listing'

/** Questions as links to their answers. Rows that a search has found also show their category, with the matches marked. */
export function FaqList({ rows, locale }: { rows: Row[]; locale: Locale }) {
  const { t } = useTranslation('board')
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.board_uuid}>
          <Link to="/support/faq/$id" params={{ id: row.board_uuid }} className={styles.row}>
            <Badge look="question">Q</Badge>
            <span className={styles.subject} lang={row.subject.lang}>
              <Marked text={row.subject.text} ranges={row.matches?.subject ?? []} />
            </span>
            {row.subject.onlyOther && <Badge look="quiet">{t('only-other-language')}</Badge>}
            {row.matches && (
              <span className={styles.category}>
                <Marked text={categoryName(row, locale).normalize('NFC')} ranges={row.matches.category} />
              </span>
            )}
            <Icon name="chevron-right" size={18} className={styles.chevron} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

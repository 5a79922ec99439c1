import { Link } from '@tanstack/react-router'
import { languageOfText } from '../../i18n/language-of-text'
import type { Locale } from '../../i18n/locale'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import styles from './faq-list.module.css'
import type { Row } from './listing'

/** Questions with their Q badge, each a link to its answer. */
export function FaqList({ rows, locale }: { rows: Row[]; locale: Locale }) {
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.board_uuid}>
          <Link to="/support/faq/$id" params={{ id: row.board_uuid }} className={styles.row}>
            <Badge look="question">Q</Badge>
            <span className={styles.subject} lang={languageOfText(row.subject, locale)}>
              {row.subject}
            </span>
            <Icon name="chevron-right" size={18} className={styles.chevron} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

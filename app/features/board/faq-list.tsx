import { Link } from '@tanstack/react-router'
import { languageOfText } from '../../i18n/language-of-text'
import type { Locale } from '../../i18n/locale'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import { useCategoryName } from './category-name'
import styles from './faq-list.module.css'
import type { FoundRow, Row } from './listing'
import { Marked } from '../faq-search/marked'

/** Questions with their Q badge, each a link to its answer; those that a search has found with their category, and why. */
export function FaqList({ rows, locale }: { rows: (Row | FoundRow)[]; locale: Locale }) {
  const nameOf = useCategoryName()
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.board_uuid}>
          <Link to="/support/faq/$id" params={{ id: row.board_uuid }} className={styles.row}>
            <Badge look="question">Q</Badge>
            <span className={styles.subject} lang={languageOfText(row.subject, locale)}>
              {'met' in row ? <Marked text={row.subject} met={row.met.subject} /> : row.subject}
            </span>
            {'met' in row && (
              <span className={styles.category}>
                <Marked text={nameOf(row).normalize('NFC')} met={row.met.category} />
              </span>
            )}
            <Icon name="chevron-right" size={18} className={styles.chevron} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

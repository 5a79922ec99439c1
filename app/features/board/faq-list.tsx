import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { textIn } from '../../../functions/contract/languages'
import type { Locale } from '../../i18n/locale'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import { Marked } from '../../ui/marked'
import type { FaqSearch } from '../../urls/list-search'
import styles from './faq-list.module.css'
import { rowId, type Row } from './load-listing'

/** Questions as links to their answers. Rows that a search has found also show their category, with the matches marked. */
export function FaqList({ rows, search, locale }: { rows: Row[]; search: FaqSearch; locale: Locale }) {
  const { t } = useTranslation('board')
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.board_uuid} id={rowId(row.board_uuid)}>
          <Link to="/support/faq/$id" params={{ id: row.board_uuid }} search={search} className={styles.row}>
            <Badge look="question">Q</Badge>
            <span className={styles.subject} lang={row.subject.lang}>
              <Marked text={row.subject.text} ranges={row.matches?.subject ?? []} />
            </span>
            {row.subject.onlyIn && <Badge look="quiet">{t(`only-in.${row.subject.onlyIn}`)}</Badge>}
            {row.matches && (
              <span className={styles.category}>
                <Marked text={textIn(row.category, locale).normalize('NFC')} ranges={row.matches.category} />
              </span>
            )}
            <Icon name="chevron-right" size={18} className={styles.chevron} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

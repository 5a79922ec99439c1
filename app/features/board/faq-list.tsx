import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import type { FaqSearch } from '../../urls/list-search'
import styles from './faq-list.module.css'
import { rowId, type Row } from './load-listing'

/** Questions as links to their answers. */
export function FaqList({ rows, search }: { rows: Row[]; search: FaqSearch }) {
  const { t } = useTranslation('board')
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.board_uuid} id={rowId(row.board_uuid)}>
          <Link to="/support/faq/$id" params={{ id: row.board_uuid }} search={search} className={styles.row}>
            <Badge look="question">Q</Badge>
            <span className={styles.subject} lang={row.subject.lang}>
              {row.subject.text}
            </span>
            {row.subject.onlyIn && <Badge look="quiet">{t(`only-in.${row.subject.onlyIn}`)}</Badge>}
            <Icon name="chevron-right" size={18} className={styles.chevron} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

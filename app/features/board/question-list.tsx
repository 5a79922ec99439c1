import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation'
import { BOARDS, type BoardItem, type BoardName } from '../../../functions/contract/board'
import type { Locale } from '../../i18n/locale'
import { ownField } from '../../i18n/own-text'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import { type ListSearch, rowId } from '../../urls/list-search'
import styles from './question-list.module.css'

/** Questions as links to their answers. */
export function QuestionList({
  board,
  rows,
  search,
  locale,
}: {
  board: BoardName
  rows: BoardItem[]
  search: ListSearch
  locale: Locale
}) {
  const { t } = useTranslation('board')
  return (
    <ul className={styles.list}>
      {rows.map((row) => {
        const { text, lang, onlyIn } = ownField('subject*', row, locale)
        return (
          <li key={row.board_uuid} id={rowId(row.board_uuid)}>
            <Link
              to={`${BOARDS[board].address}/$id`}
              params={{ id: row.board_uuid }}
              search={search}
              className={styles.row}
            >
              <Badge look="question">Q</Badge>
              <span className={styles.subject} lang={lang}>
                {text}
              </span>
              {onlyIn && <Badge look="quiet">{t(`only-in.${onlyIn}`)}</Badge>}
              <Icon name="chevron-right" size={18} className={styles.chevron} />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

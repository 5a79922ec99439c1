import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation'
import { BOARDS, type BoardItem, type BoardName } from '../../../functions/contract/board'
import { formatDate } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { categoryIn, ownField } from '../../i18n/own-text'
import { Badge } from '../../ui/badge'
import { type ListSearch, rowId } from '../../urls/list-search'
import { isNew } from './new-badge'
import styles from './article-table.module.css'

interface ArticlesProps {
  board: BoardName
  now: number
  search: ListSearch
  locale: Locale
}

/** Category, title and registration date. Roles are explicit because narrow windows change the `display` of the rows, which drops the implicit ones. */
export function ArticleTable({ rows, ...props }: ArticlesProps & { rows: BoardItem[] }) {
  const { board } = props
  const { t } = useTranslation(['board', 'page'])
  return (
    <table className={styles.table} role="table" aria-label={t(`page:${board}.name`)}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" className={styles.category}>
            {t('category')}
          </th>
          <th role="columnheader" scope="col">
            {t('title')}
          </th>
          <th role="columnheader" scope="col" className={styles.date}>
            {t('registration-date')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <Row key={row.board_uuid} row={row} {...props} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, board, now, search, locale }: ArticlesProps & { row: BoardItem }) {
  const { t } = useTranslation('board')
  const { text, lang, onlyIn } = ownField('subject*', row, locale)
  return (
    <tr role="row" id={rowId(row.board_uuid)}>
      <td role="cell" className={styles.category}>
        {categoryIn(row, locale)}
      </td>
      <td role="cell" className={styles.title}>
        <Link to={`${BOARDS[board].address}/$id`} params={{ id: row.board_uuid }} search={search} lang={lang}>
          {text}
        </Link>
        {onlyIn && <Badge look="quiet">{t(`only-in.${onlyIn}`)}</Badge>}
        {isNew(row, now) && <Badge look="new">{t('new')}</Badge>}
      </td>
      <td role="cell" className={styles.date}>
        {row.create_date && <time dateTime={row.create_date}>{formatDate(row.create_date, locale)}</time>}
      </td>
    </tr>
  )
}

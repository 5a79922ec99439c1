import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { textIn } from '../../../functions/contract/languages'
import { formatDate } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { Badge } from '../../ui/badge'
import type { ListSearch } from '../../urls/list-search'
import { rowId, type Row } from './load-listing'
import styles from './notice-table.module.css'

/** Category, title and registration date. Roles are explicit because narrow windows change the `display` of the rows, which drops the implicit ones. */
export function NoticeTable({ rows, search, locale }: { rows: Row[]; search: ListSearch; locale: Locale }) {
  const { t } = useTranslation('board')
  return (
    <table className={styles.table} role="table" aria-label={t('notice-title')}>
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
          <tr role="row" key={row.board_uuid} id={rowId(row.board_uuid)}>
            <td role="cell" className={styles.category}>
              {textIn(row.category, locale)}
            </td>
            <td role="cell" className={styles.title}>
              <Link to="/support/notice/$id" params={{ id: row.board_uuid }} search={search} lang={row.subject.lang}>
                {row.subject.text}
              </Link>
              {row.subject.onlyIn && <Badge look="quiet">{t(`only-in.${row.subject.onlyIn}`)}</Badge>}
              {row.isNew && <Badge look="new">{t('new')}</Badge>}
            </td>
            <td role="cell" className={styles.date}>
              {row.create_date && <time dateTime={row.create_date}>{formatDate(row.create_date, locale)}</time>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

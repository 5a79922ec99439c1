import { useTranslation } from '../../i18n/use-translation'
import type { InquiryFilters } from '../../../functions/contract/inquiry-filters'
import type { ListRow } from '../../../functions/database/inquiry-search'
import { formatDay } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { brandName } from '../frame/brand-name'
import { Moment } from '../frame/time'
import { inquiryAddress } from './address'

interface TableProps {
  rows: ListRow[]
  /** They lead back from an inquiry. */
  filters: Partial<InquiryFilters>
  locale: Locale
  showBrand: boolean
  /** Receipts of those that wait for their first answer for longer than was promised. */
  late?: ReadonlySet<string>
  /** Whether rows can be chosen. */
  choose?: boolean
}

/** Inquiries, each row as a whole a link to its page. */
export function InquiryTable({ rows, late, filters, locale, showBrand, choose = true }: TableProps) {
  const { t } = useTranslation(['inbox', 'admin'])
  return (
    <table className="table linked">
      <thead>
        <tr>
          {choose && (
            <th scope="col">
              <span className="visually-hidden">{t('several.choose')}</span>
            </th>
          )}
          <th scope="col">{t('received')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('kind')}</th>
          {showBrand && <th scope="col">{t('brand')}</th>}
          <th scope="col">{t('subject')}</th>
          <th scope="col">{t('sender')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.receipt}>
            {choose && (
              <td className="choose">
                <label>
                  <input type="checkbox" name="receipt" value={row.receipt} />
                  <span className="visually-hidden">
                    {t('several.choose-one', { subject: row.subject ?? row.receipt })}
                  </span>
                </label>
              </td>
            )}
            <td className="nowrap" data-label={t('received')}>
              <Moment iso={row.accepted_at} locale={locale} />
            </td>
            <td className="nowrap" data-label={t('state')}>
              <span className={`mark ${row.state}`}>{t(`admin:state.${row.state}`)}</span>
              {late?.has(row.receipt) && <span className="mark undelivered">{t('late-mark')}</span>}
              {row.spam === 1 && <span className="mark spam">{t('spam-mark')}</span>}
              {row.remind_on && (
                <span className="until">{t('reminder.until', { date: formatDay(row.remind_on, locale) })}</span>
              )}
            </td>
            <td className="nowrap" data-label={t('kind')}>
              {t(`kinds.${row.kind}`)}
            </td>
            {showBrand && (
              <td className="nowrap" data-label={t('brand')}>
                {brandName(row.brand, locale)}
              </td>
            )}
            <td className="subject">
              <a href={inquiryAddress(row.receipt, filters)}>{row.subject ?? row.receipt}</a>
            </td>
            <td className="sender" data-label={t('sender')}>
              {row.company_name} <span className="muted">{row.user_name}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

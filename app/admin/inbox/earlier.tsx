import { useTranslation } from '../../i18n/use-translation'
import type { ListRow } from '../../../functions/database/inquiry-search'
import type { Locale } from '../../i18n/locale'
import { Moment } from '../frame/time'
import { inquiryAddress } from './address'

/** What the same sender or company has asked before, newest first. */
export function Earlier({ rows, locale }: { rows: ListRow[]; locale: Locale }) {
  const { t } = useTranslation('admin')
  return (
    <ul className="earlier">
      {rows.map(({ receipt, accepted_at, state, subject, company_name, user_name }) => (
        <li key={receipt}>
          <a href={inquiryAddress(receipt, {})}>{subject ?? receipt}</a>{' '}
          <span className={`mark ${state}`}>{t(`state.${state}`)}</span>
          <span className="muted">
            <Moment iso={accepted_at} locale={locale} /> · {company_name} {user_name}
          </span>
        </li>
      ))}
    </ul>
  )
}

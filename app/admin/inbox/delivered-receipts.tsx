import { useTranslation } from 'react-i18next'
import type { DeliveredPage } from '../../../functions/admin/outboxes'
import type { Locale } from '../../i18n/locale'
import { Time } from '../frame/time'
import { listAddress } from './address'

/** What a remote upstream has got. Contents are deleted here on delivery, so that a row is a receipt with its times. */
export function DeliveredReceipts({ page: { rows, before }, locale }: { page: DeliveredPage; locale: Locale }) {
  const { t } = useTranslation('inbox')
  if (rows.length === 0) return <p className="empty">{t('empty.delivered')}</p>
  return (
    <>
      <p className="muted">{t('delivered-hint')}</p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('delivered-at')}</th>
            <th scope="col">{t('received')}</th>
            <th scope="col">{t('brand')}</th>
            <th scope="col">{t('receipt')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ receipt, brand, acceptedAt, deliveredAt }) => (
            <tr key={receipt}>
              <td className="nowrap" data-label={t('delivered-at')}>
                <Time iso={deliveredAt} locale={locale} />
              </td>
              <td className="nowrap" data-label={t('received')}>
                <Time iso={acceptedAt} locale={locale} />
              </td>
              <td data-label={t('brand')}>{brand}</td>
              <td data-label={t('receipt')}>
                <code>{receipt}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {before !== null && (
        <nav className="pages" aria-label={t('pages')}>
          <a href={listAddress({ state: 'delivered', before })}>{t('older')}</a>
        </nav>
      )}
    </>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { isInForce, maintenanceWindow } from '../../../functions/contract/maintenance-window'
import { formatDateTime } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { withQuery } from '../frame/addresses'
import { adminAddress } from '../frame/board-addresses'
import { listAddress } from '../inbox/address'
import type { WhatWaits } from './what-waits'

interface WorkProps {
  overview: WhatWaits
  /** Whether what concerns the whole site can be changed. */
  ofSite: boolean
  locale: Locale
}

/** What comes next: a maintenance, the next publication and the next destruction. */
export function Work({ overview, ofSite, locale }: WorkProps) {
  const { t } = useTranslation('admin')
  const { nextPublication, nextDestruction } = overview
  const line = (address: string, text: ReactNode) => (
    <li key={address + String(text)}>
      <a href={address}>{text}</a>
    </li>
  )
  return (
    <section className="panel" aria-labelledby="next">
      <h2 id="next">{t('overview.next')}</h2>
      <ul className="links">
        <Maintenance overview={overview} ofSite={ofSite} locale={locale} />
        {nextPublication === undefined ? null : nextPublication === null ? (
          <li className="muted">{t('overview.no-publication')}</li>
        ) : (
          line(
            withQuery(adminAddress(nextPublication.board), { state: 'scheduled' }),
            t('overview.publication-at', { time: formatDateTime(nextPublication.at, locale) }),
          )
        )}
        {nextDestruction === undefined ? null : nextDestruction === null ? (
          <li className="muted">{t('overview.no-destruction')}</li>
        ) : (
          line(
            listAddress({ state: 'processed' }),
            t('overview.destruction-at', { time: formatDateTime(nextDestruction, locale) }),
          )
        )}
      </ul>
    </section>
  )
}

/** A maintenance that is planned, in force or cannot be read; one that is over is nothing to know. */
function Maintenance({ overview: { maintenance: entry }, ofSite, locale }: WorkProps) {
  const { t } = useTranslation('admin')
  if (!entry) return null
  const text = () => {
    if ('unreadable' in entry) return t('maintenance.unreadable')
    const { from, until } = maintenanceWindow(entry.maintenance)
    if (until <= Date.now()) return null
    const times = {
      from: formatDateTime(new Date(from).toISOString(), locale),
      until: formatDateTime(new Date(until).toISOString(), locale),
    }
    return isInForce(entry.maintenance, Date.now()) ? t('overview.in-force', times) : t('upcoming', times)
  }
  const said = text()
  return said === null ? null : <li>{ofSite ? <a href="/admin/maintenance">{said}</a> : said}</li>
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BOARDS } from '../../../functions/contract/board'
import { keysOf } from '../../../functions/contract/form-fields'
import { isInForce, maintenanceWindow } from '../../../functions/contract/maintenance-window'
import { formatDateTime } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { formatNumber } from '../frame/format'
import { adminAddress } from '../frame/board-addresses'
import type { WhatWaits } from './what-waits'

interface WorkProps {
  overview: WhatWaits
  /** Whether what concerns the whole site can be changed. */
  ofSite: boolean
  locale: Locale
}

/** What is planned, and what somebody has begun: a maintenance, texts that visitors do not see yet, the next publication and destruction. */
export function Work({ overview, ofSite, locale }: WorkProps) {
  const { t } = useTranslation('admin')
  const { texts, nextPublication, nextDestruction, processed } = overview
  const line = (address: string, text: ReactNode) => (
    <li key={address + String(text)}>
      <a href={address}>{text}</a>
    </li>
  )
  const textLines = keysOf(BOARDS).flatMap((board) => {
    const { drafts, changes } = texts?.[board] ?? { drafts: 0, changes: 0 }
    const address = adminAddress(board)
    return [
      drafts > 0 && line(`${address}?state=draft`, t(`overview.drafts.${board}`, { n: formatNumber(drafts, locale) })),
      changes > 0 && line(address, t(`overview.changes.${board}`, { n: formatNumber(changes, locale) })),
    ]
  })
  return (
    <section className="panel" aria-labelledby="next">
      <h2 id="next">{t('overview.next')}</h2>
      <ul className="links">
        <Maintenance overview={overview} ofSite={ofSite} locale={locale} />
        {textLines}
        {nextPublication === undefined ? null : nextPublication === null ? (
          <li className="muted">{t('overview.no-publication')}</li>
        ) : (
          line(
            `${adminAddress(nextPublication.board)}?state=scheduled`,
            t('overview.publication-at', { time: formatDateTime(nextPublication.at, locale) }),
          )
        )}
        {nextDestruction === undefined ? null : nextDestruction === null ? (
          <li className="muted">{t('overview.no-destruction')}</li>
        ) : (
          line(
            '/admin/inquiries?state=processed',
            t('overview.destruction-at', {
              time: formatDateTime(nextDestruction, locale),
              n: formatNumber(processed ?? 0, locale),
            }),
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

import { useTranslation } from 'react-i18next'
import { brands } from '../../../functions/brand/hosts'
import { monthsInWords, UNMARKED_MONTHS } from '../../../functions/contract/retention'
import { formatDateTime } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { Notice } from '../../ui/notice'
import { Fact, Facts } from '../frame/facts'
import { formatAge, formatNumber } from '../frame/format'
import { adminPage, type PageContext } from '../frame/page'
import { readWhatWaits, type WhatWaits } from './what-waits'

/** `GET /admin`: what waits. */
export async function overviewPage(c: PageContext): Promise<Response> {
  const overview = await readWhatWaits(c)
  const { t, locale } = c.var
  return adminPage(
    c,
    { title: t('overview.title'), lead: t('overview.lead'), section: 'overview' },
    <OverviewPage overview={overview} locale={locale} />,
  )
}

const WAITING = ['new', 'queued', 'undelivered'] as const

function OverviewPage({ overview, locale }: { overview: WhatWaits; locale: Locale }) {
  const { t } = useTranslation('admin')
  const { waiting, failures, nextPublication, nextDestruction, unmarked, processed, checks } = overview
  const failing = checks.filter(({ ok }) => !ok)
  return (
    <div className="stack">
      <ul className="waiting">
        {WAITING.map((state) => {
          const { n, oldest } = waiting[state]
          const reason = state === 'new' ? null : failures[state]
          return (
            <li key={state} className={n > 0 && state !== 'new' ? 'panel urgent' : 'panel'}>
              <h2>
                <a href={`/admin/inquiries?state=${state}`}>{t(`state.${state}`)}</a>
              </h2>
              <p className="figure">{formatNumber(n, locale)}</p>
              <p className="muted">
                {oldest === null
                  ? t(`overview.none.${state === 'new' && overview.remote ? 'remote' : state}`)
                  : t('overview.oldest', { age: formatAge(oldest, locale) })}
              </p>
              {reason !== null && <p>{t('overview.reason', { reason })}</p>}
            </li>
          )
        })}
      </ul>
      {unmarked.firstEnd !== null && (
        <Notice look="warning">
          {t('overview.unmarked', {
            n: formatNumber(unmarked.n, locale),
            period: monthsInWords(UNMARKED_MONTHS, locale),
            time: formatDateTime(unmarked.firstEnd, locale),
          })}
        </Notice>
      )}
      <section className="panel" aria-labelledby="next">
        <h2 id="next">{t('overview.next')}</h2>
        <Facts>
          <Fact name={t('overview.publication')}>
            {nextPublication === null ? t('overview.no-publication') : formatDateTime(nextPublication, locale)}
          </Fact>
          <Fact name={t('overview.destruction')}>
            {nextDestruction === null
              ? t('overview.no-destruction')
              : t('overview.destruction-at', {
                  time: formatDateTime(nextDestruction, locale),
                  n: formatNumber(processed, locale),
                })}
          </Fact>
          <Fact name={t('overview.ever')}>
            {t('overview.ever-counts', {
              accepted: formatNumber(overview.outboxes.accepted, locale),
              delivered: formatNumber(overview.outboxes.delivered, locale),
              destroyed: formatNumber(overview.outboxes.destroyed, locale),
            })}
          </Fact>
        </Facts>
      </section>
      <section className="panel" aria-labelledby="mail">
        <h2 id="mail">{t('overview.mail.title')}</h2>
        <MailState mail={overview.mail} locale={locale} />
      </section>
      <section className="panel" aria-labelledby="system">
        <h2 id="system">{t('overview.system')}</h2>
        <p>{failing.length === 0 ? t('overview.all-answer') : t('overview.some-fail')}</p>
        <ul className="checks">
          {checks.map(({ name, ok, detail }) => (
            <li key={name} className={ok ? undefined : 'fault'}>
              <span>{name}</span> <span>{ok ? t('overview.answers') : (detail ?? t('overview.silent'))}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** Whether mails are sent, and what the binding has answered last. */
function MailState({ mail: { off, waiting, refused, last }, locale }: { mail: WhatWaits['mail']; locale: Locale }) {
  const { t } = useTranslation('admin')
  const unaddressed = brands.filter(({ mail }) => mail.notify.length === 0).map(({ name }) => name[locale])
  return (
    <>
      <p>
        {off
          ? t(`overview.mail.off.${off}`, { name: off })
          : t('overview.mail.on', { waiting: formatNumber(waiting, locale), refused: formatNumber(refused, locale) })}
      </p>
      {unaddressed.length > 0 && <p>{t('overview.mail.no-addresses', { brands: unaddressed.join(', ') })}</p>}
      <p className="muted">
        {last === null
          ? t('overview.mail.none')
          : `${t('overview.mail.last', { age: formatAge(last.at, locale) })} ${t(`overview.mail.state.${last.state}`)}. ${last.answer ?? ''}`}
      </p>
    </>
  )
}

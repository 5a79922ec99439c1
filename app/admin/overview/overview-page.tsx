import { useTranslation } from 'react-i18next'
import { brands } from '../../../functions/brand/hosts'
import { commands } from '../../../functions/commands/table'
import { monthsInWords, UNMARKED_MONTHS } from '../../../functions/contract/retention'
import { ConflictError } from '../../../functions/errors'
import { formatDateTime } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { callOf } from '../call'
import { AnsweringPanel } from '../answers/answering'
import { Fact, Facts } from '../frame/facts'
import { formatAge, formatNumber } from '../frame/format'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { Time } from '../frame/time'
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

/** `POST /admin`: ends the pause of a restored site. Pressed twice, the second time finds it resumed. */
export async function postOverview(c: PageContext): Promise<Response> {
  await commands.resume.perform(callOf(c), {}).catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error
  })
  return seeOther('/admin')
}

const WAITING = ['new', 'queued', 'undelivered'] as const

function OverviewPage({ overview, locale }: { overview: WhatWaits; locale: Locale }) {
  const { t } = useTranslation('admin')
  const { waiting, failures, nextPublication, nextDestruction, unmarked, processed, checks } = overview
  const failing = checks.filter(({ ok }) => !ok)
  return (
    <div className="stack">
      {overview.pausedSince !== null && <Paused since={overview.pausedSince} locale={locale} />}
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
      {!overview.remote && <AnsweringPanel answering={overview.answering} locale={locale} />}
      <section className={overview.mail.givenUp.length > 0 ? 'panel urgent' : 'panel'} aria-labelledby="mail">
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

/** Says that a restored site sends nothing, and ends that. */
function Paused({ since, locale }: { since: string; locale: Locale }) {
  const { t } = useTranslation('admin')
  return (
    <form method="post" action="/admin" className="panel stack">
      <Notice look="danger">{t('overview.paused.text', { time: formatDateTime(since, locale) })}</Notice>
      <p>{t('overview.paused.hint')}</p>
      <div className="actions">
        <button type="submit" name="action" value="resume" className={buttonClass('primary')}>
          {t('overview.paused.resume')}
        </button>
      </div>
    </form>
  )
}

/** Whether mails are sent, which were given up, and what the transport has answered last. */
function MailState({ mail, locale }: { mail: WhatWaits['mail']; locale: Locale }) {
  const { off, waiting, refused, last, givenUp } = mail
  const { t } = useTranslation(['admin', 'inbox'])
  const unaddressed = brands.filter(({ mail }) => mail.notify.length === 0).map(({ name }) => name[locale])
  return (
    <>
      <p>
        {off
          ? t('overview.mail.off', { name: off })
          : t('overview.mail.on', { waiting: formatNumber(waiting, locale), refused: formatNumber(refused, locale) })}
      </p>
      {unaddressed.length > 0 && <p>{t('overview.mail.no-addresses', { brands: unaddressed.join(', ') })}</p>}
      {givenUp.length > 0 && (
        <>
          <p>{t('overview.mail.given-up')}</p>
          <ul className="history">
            {givenUp.map(({ at, receipt, kind, answer }, index) => (
              <li key={index}>
                <Time iso={at} locale={locale} />{' '}
                {receipt === null ? (
                  <strong>{t(`inbox:mails.kind.${kind}`)}</strong>
                ) : (
                  <a href={`/admin/inquiries/${receipt}`}>{t(`inbox:mails.kind.${kind}`)}</a>
                )}
                <span className="muted"> {answer}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="muted">
        {last === null
          ? t('overview.mail.none')
          : `${t('overview.mail.last', { age: formatAge(last.at, locale) })} ${t(`overview.mail.state.${last.state}`)}. ${last.answer ?? ''}`}
      </p>
    </>
  )
}

import { useTranslation } from '../../i18n/use-translation'
import { commands } from '../../../functions/commands/table'
import { monthsInWords, UNMARKED_MONTHS } from '../../../functions/contract/retention'
import { ALL_BRANDS } from '../../../functions/contract/scope'
import { ConflictError } from '../../../functions/errors'
import { formatDateTime } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { callOf } from '../command-call'
import { FailedAnswers } from '../answers/failed-answers'
import { isUrgent, Requests } from '../people/requests'
import { Arrivals } from '../frame/arrivals'
import { brandName } from '../frame/brand-name'
import { formatAge, formatNumber } from '../frame/format'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { textsIn } from '../frame/texts'
import { listAddress } from '../inbox/address'
import { FailingWebhooks, System } from './system'
import { readWhatWaits, type WhatWaits } from './what-waits'
import { Work } from './work'

/** `GET /admin`: what waits for a person, what comes next, and whether all works. */
export async function overviewPage(c: PageContext): Promise<Response> {
  const overview = await readWhatWaits(c)
  const { locale, scope } = c.var
  const t = textsIn(locale, 'admin')
  return adminPage(
    c,
    { title: t('overview.title'), lead: t('overview.lead'), section: 'overview' },
    <OverviewPage overview={overview} ofSite={scope === ALL_BRANDS} locale={locale} />,
  )
}

/** `POST /admin`: ends the pause of a restored site. Pressed twice, the second time finds it resumed. */
export async function postOverview(c: PageContext): Promise<Response> {
  await commands.resume.perform(callOf(c), {}).catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error
  })
  return seeOther('/admin')
}

/** What a store that fails leaves unknown. */
const PARTS = [
  'waiting',
  'pausedSince',
  'unmarked',
  'failedAnswers',
  'nextPublication',
  'nextDestruction',
  'maintenance',
  'mail',
  'requests',
  'reminders',
  'late',
] as const satisfies (keyof WhatWaits)[]

interface OverviewProps {
  overview: WhatWaits
  /** Whether what concerns the whole site is shown. */
  ofSite: boolean
  locale: Locale
}

function OverviewPage({ overview, ofSite, locale }: OverviewProps) {
  const { t } = useTranslation('admin')
  const { unmarked, failedAnswers = [], requests = [], reminders = 0, late = [] } = overview
  const unknown = PARTS.filter((part) => overview[part] === undefined)
  return (
    <div className="stack">
      {overview.pausedSince && <Paused since={overview.pausedSince} canResume={ofSite} locale={locale} />}
      <Arrivals href={listAddress({ state: 'new' })} />
      {unknown.length > 0 && (
        <Notice look="warning">
          {t('overview.unknown', {
            parts: unknown.map((part) => t(`overview.part.${part}`)).join(', '),
          })}
        </Notice>
      )}
      {late.length > 0 && <Late late={late} ofSite={ofSite} locale={locale} />}
      {overview.waiting && <Waiting waiting={overview.waiting} overview={overview} locale={locale} />}
      {reminders > 0 && (
        <Notice look="info">
          <a href={listAddress({ reminder: 'due' })}>
            {t('overview.reminders', { n: formatNumber(reminders, locale) })}
          </a>
        </Notice>
      )}
      {unmarked?.firstEnd && (
        <Notice look="warning">
          {t('overview.unmarked', {
            n: formatNumber(unmarked.n, locale),
            period: monthsInWords(UNMARKED_MONTHS, locale),
            time: formatDateTime(unmarked.firstEnd, locale),
          })}
        </Notice>
      )}
      {failedAnswers.length > 0 && <FailedAnswers failed={failedAnswers} locale={locale} />}
      {requests.length > 0 && (
        <section
          className={requests.some((one) => isUrgent(one)) ? 'panel urgent' : 'panel'}
          aria-labelledby="requests"
        >
          <h2 id="requests">{t('overview.requests')}</h2>
          <Requests requests={requests} locale={locale} />
        </section>
      )}
      <Work overview={overview} ofSite={ofSite} locale={locale} />
      {ofSite ? (
        <System overview={overview} locale={locale} />
      ) : (
        <FailingWebhooks mail={overview.mail} locale={locale} />
      )}
    </div>
  )
}

/** What has had no answer in the time that its brand promises: it stands first. */
function Late({
  late,
  ofSite,
  locale,
}: { late: NonNullable<WhatWaits['late']> } & Pick<OverviewProps, 'ofSite' | 'locale'>) {
  const { t } = useTranslation('admin')
  return (
    <section className="panel urgent" aria-labelledby="late">
      <h2 id="late">{t('overview.late')}</h2>
      <ul className="links">
        {late.map(({ receipt, accepted_at, brand }) => (
          <li key={receipt}>
            <a href={`/admin/inquiries/${receipt}`}>
              {t('overview.late-one', { age: formatAge(accepted_at, locale) })}
              {ofSite && `, ${brandName(brand, locale)}`}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How many wait, each card a link to them. What failed comes first. */
function Waiting({
  waiting,
  overview: { failures, remote },
  locale,
}: Pick<OverviewProps, 'overview' | 'locale'> & {
  waiting: NonNullable<WhatWaits['waiting']>
}) {
  const { t } = useTranslation('admin')
  const states = waiting.undelivered.n > 0 ? WITH_FAILED : WITHOUT_FAILED
  return (
    <ul className="waiting">
      {states.map((state) => {
        const { n, oldest } = waiting[state]
        const reason = state === 'new' ? null : (failures?.[state] ?? null)
        return (
          <li key={state} className={n > 0 && state !== 'new' ? 'panel urgent' : 'panel'}>
            <h2>
              <a href={listAddress({ state })}>{t(`state.${state}`)}</a>
            </h2>
            <p className="figure">{formatNumber(n, locale)}</p>
            <p className="muted">
              {oldest === null
                ? t(`overview.none.${state === 'new' && remote ? 'remote' : state}`)
                : t('overview.oldest', { age: formatAge(oldest, locale) })}
            </p>
            {reason !== null && <p>{t('overview.reason', { reason })}</p>}
          </li>
        )
      })}
    </ul>
  )
}
const WITH_FAILED = ['undelivered', 'new', 'queued'] as const
const WITHOUT_FAILED = ['new', 'queued', 'undelivered'] as const

/** Says that a restored site sends nothing, and ends that. */
function Paused({ since, canResume, locale }: { since: string; canResume: boolean; locale: Locale }) {
  const { t } = useTranslation('admin')
  return (
    <form method="post" action="/admin" className="panel stack">
      <Notice look="danger">{t('overview.paused.text', { time: formatDateTime(since, locale) })}</Notice>
      <p>{t('overview.paused.hint')}</p>
      {canResume && (
        <div className="actions">
          <button type="submit" name="action" value="resume" className={buttonClass('primary')}>
            {t('overview.paused.resume')}
          </button>
        </div>
      )}
    </form>
  )
}

import { useTranslation } from 'react-i18next'
import type { Answering } from '../../../functions/inquiries/answering-figures'
import { LANGUAGES, type Locale } from '../../i18n/locale'
import { Fact, Facts } from '../frame/facts'
import { formatAge, formatNumber } from '../frame/format'
import { Time } from '../frame/time'

/** How answering stands: what waits for a first answer, how long that takes, and what did not arrive. */
export function AnsweringPanel({ answering, locale }: { answering: Answering; locale: Locale }) {
  const { t } = useTranslation('answers')
  const { unanswered, medianMs, failed } = answering
  return (
    <section className={failed.length > 0 ? 'panel urgent' : 'panel'} aria-labelledby="answering">
      <h2 id="answering">{t('overview.title')}</h2>
      <Facts>
        <Fact name={t('overview.unanswered')}>
          {unanswered.oldest === null
            ? t('overview.none')
            : t('overview.waiting', {
                n: formatNumber(unanswered.n, locale),
                age: formatAge(unanswered.oldest, locale),
              })}
        </Fact>
        <Fact name={t('overview.median')}>
          {medianMs === null ? t('overview.no-median') : duration(medianMs, locale)}
        </Fact>
        {failed.length > 0 && (
          <Fact name={t('overview.failed')}>
            <ul className="history">
              {failed.map(({ receipt, at, state }) => (
                <li key={receipt + at}>
                  <a href={`/admin/inquiries/${receipt}#conversation`}>
                    <Time iso={at} locale={locale} />
                  </a>{' '}
                  {t(`state.${state}`)}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
    </section>
  )
}

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A duration in its largest unit, rounded. */
function duration(ms: number, locale: Locale): string {
  const [unit, length] = STEPS.find(([, step]) => ms >= step) ?? ['minute', 60_000]
  const format = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(LANGUAGES[locale].format, format).format(Math.round(ms / length))
}

import { useTranslation } from '../../i18n/use-translation'
import type { FailedAnswer } from '../../../functions/database/message-row'
import type { Locale } from '../../i18n/locale'
import { Time } from '../frame/time'

/** Answers that did not arrive, each a link to its conversation. */
export function FailedAnswers({ failed, locale }: { failed: readonly FailedAnswer[]; locale: Locale }) {
  const { t } = useTranslation('answers')
  return (
    <section className="panel urgent" aria-labelledby="failed-answers">
      <h2 id="failed-answers">{t('failed-answers')}</h2>
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
    </section>
  )
}

import { useTranslation } from '../../i18n/use-translation'
import { brands } from '../../../functions/brand/hosts'
import type { Locale } from '../../i18n/locale'
import { formatAge, formatNumber } from '../frame/format'
import { Time } from '../frame/time'
import type { WhatWaits } from './what-waits'

interface SystemProps {
  overview: WhatWaits
  locale: Locale
}

/** Whether everything works, in one line that opens; open where something does not. */
export function System({ overview: { checks, mail }, locale }: SystemProps) {
  const { t } = useTranslation('admin')
  const failing = checks.filter(({ ok }) => !ok)
  const isFine = failing.length === 0 && !mail?.givenUp.length && !webhooksFail(mail)
  return (
    <details className={isFine ? 'more panel' : 'more panel urgent'} open={!isFine}>
      <summary>
        <h2>
          {isFine
            ? t('overview.all-answer')
            : failing.length > 0
              ? t('overview.some-fail')
              : mail?.givenUp.length
                ? t('overview.mails-fail')
                : t('overview.webhooks.fail')}
        </h2>
      </summary>
      <h3>{t('overview.system')}</h3>
      <ul className="checks">
        {checks.map(({ name, ok, detail }) => (
          <li key={name} className={ok ? undefined : 'fault'}>
            <span>{name}</span> <span>{ok ? t('overview.answers') : (detail ?? t('overview.silent'))}</span>
          </li>
        ))}
      </ul>
      {mail && (
        <>
          <h3>{t('overview.mail.title')}</h3>
          <MailState mail={mail} locale={locale} />
          {mail.webhooks.waiting + mail.webhooks.refused > 0 && (
            <>
              <h3>{t('overview.webhooks.title')}</h3>
              <WebhookState mail={mail} locale={locale} />
            </>
          )}
        </>
      )}
    </details>
  )
}

/** Whether mails are sent, which were given up, and what the transport has answered last. */
function MailState({ mail, locale }: { mail: NonNullable<WhatWaits['mail']>; locale: Locale }) {
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
          : `${t('overview.mail.last', { age: formatAge(last.at, locale) })} ${t(`inbox:mails.state.${last.state}`)}. ${last.answer ?? ''}`}
      </p>
    </>
  )
}

/** What waits for a receiver for longer is told as a fault. */
const WAITS_LONG_MS = 3_600_000

/** Whether a webhook was given up within a month, or has taken nothing for an hour. */
const webhooksFail = (mail: WhatWaits['mail']): boolean =>
  mail !== undefined &&
  (mail.webhooks.refused > 0 ||
    (mail.webhooks.oldest !== null && Date.now() - Date.parse(mail.webhooks.oldest) > WAITS_LONG_MS))

/** What webhooks have not taken, for operators of one brand; nothing where all is well. */
export function FailingWebhooks({ mail, locale }: Pick<WhatWaits, 'mail'> & { locale: Locale }) {
  const { t } = useTranslation('admin')
  if (!mail || !webhooksFail(mail)) return null
  return (
    <section className="panel urgent" aria-labelledby="webhooks">
      <h2 id="webhooks">{t('overview.webhooks.fail')}</h2>
      <WebhookState mail={mail} locale={locale} />
    </section>
  )
}

/** What webhooks have not taken yet, or will not be told any more. */
function WebhookState({ mail: { webhooks }, locale }: { mail: NonNullable<WhatWaits['mail']>; locale: Locale }) {
  const { t } = useTranslation('admin')
  const { waiting, refused, lastFailure } = webhooks
  return (
    <>
      <p>
        {t('overview.webhooks.state', {
          waiting: formatNumber(waiting, locale),
          refused: formatNumber(refused, locale),
        })}
      </p>
      {lastFailure && (
        <p className="muted">
          {t('overview.webhooks.last', { age: formatAge(lastFailure.at, locale) })} {lastFailure.answer}
        </p>
      )}
    </>
  )
}

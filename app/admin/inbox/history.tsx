import { useTranslation } from '../../i18n/use-translation'
import type { ShownInquiry } from '../../../functions/commands/inquiries/reading'
import type { HistoryEvent } from '../../../functions/inquiries/history'
import type { Locale } from '../../i18n/locale'
import { Notice } from '../../ui/notice'
import { actorName } from '../frame/actor-name'
import { Time } from '../frame/time'

interface Line {
  at: string
  what: string
  detail: string | null
}

/** What has happened to an inquiry, oldest first: its delivery, and what operators have done. */
export function History({ shown: { inquiry, history, log }, locale }: { shown: ShownInquiry; locale: Locale }) {
  const { t } = useTranslation(['inbox', 'admin'])
  const mailText = ({ kind, state }: NonNullable<HistoryEvent['mail']>) =>
    `${t(`mails.kind.${kind}`)}, ${kind === 'webhook' ? t(`webhooks.state.${state}`) : t(`mails.state.${state}`)}`
  const delivery = (history ?? []).map(({ at, event, detail, mail }): Line => ({
    at,
    what: mail ? mailText(mail) : t(`history.${event}` as 'history.attempt'),
    detail,
  }))
  // The row tells when it was accepted, also where its history is not known.
  if (!history?.some(({ event }) => event === 'accepted'))
    delivery.push({ at: inquiry.acceptedAt, what: t('history.accepted'), detail: null })
  const done = log.map(({ at, action, actor }): Line => ({
    at,
    what: t(`admin:action.${action}`),
    detail: actorName(actor, locale, 'within'),
  }))
  const lines = [...delivery, ...done].toSorted((one, other) => one.at.localeCompare(other.at))
  return (
    <>
      {!history && <Notice look="warning">{t('history.unknown')}</Notice>}
      <ol className="history">
        {lines.map((line, index) => (
          <li key={index}>
            <Time iso={line.at} locale={locale} /> <strong>{line.what}</strong>
            {line.detail && <span className="muted"> {line.detail}</span>}
          </li>
        ))}
      </ol>
    </>
  )
}

import { useTranslation } from '../../i18n/use-translation'
import type { ShownInquiry } from '../../../functions/commands/inquiries/reading'
import { asksFor, filledIn, HEADINGS } from '../../../functions/contract/form-fields'
import type { InquiryFilters } from '../../../functions/contract/inquiry-filters'
import { monthsInWords } from '../../../functions/contract/retention'
import type { Inquiry } from '../../../functions/inquiries/read-inquiry'
import { formatDay } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Conversation, type ConversationProps } from '../answers/conversation'
import { withPath } from '../frame/addresses'
import { brandName } from '../frame/brand-name'
import { Fact, Facts } from '../frame/facts'
import { Moment, Time } from '../frame/time'
import { inquiryAddress, listAddress } from './address'
import { choiceText } from './choice-text'
import { Earlier } from './earlier'
import { Files } from './files'
import { History } from './history'
import { Part } from './part'
import { Reminder } from './reminder'
import { mailTo, Sender } from './sender'

/** Why something was refused, by the word in the address of the page. */
const REFUSALS = { late: 'refused-late', day: 'reminder.refused', full: 'refused-full' } as const

export const refusalOf = (word: string) => REFUSALS[word as keyof typeof REFUSALS] ?? 'refused'

interface ViewProps {
  shown: ShownInquiry
  filters: InquiryFilters
  locale: Locale
}

/**
 * One inquiry: what it says and the conversation on the left; who, files and what can be done on the right, on a phone between both; what has
 * happened and the destruction below.
 */
export function InquiryView({
  shown,
  filters,
  locale,
  refused,
  refusedDay,
  conversation,
}: ViewProps & {
  refused: string | undefined
  /** The day that was typed and not taken. */
  refusedDay: string | undefined
  conversation: ConversationProps
}) {
  const { t } = useTranslation(['inbox', 'admin'])
  const { inquiry, possible } = shown
  const { fields } = inquiry
  return (
    <div className="stack">
      {refused !== undefined && <Notice look="danger">{t(refusalOf(refused))}</Notice>}
      <nav className="pages" aria-label={t('neighbours')}>
        <a href={listAddress(filters)}>{t('list')}</a>
        {shown.newer && <a href={inquiryAddress(shown.newer, filters)}>{t('newer-one')}</a>}
        {shown.older && <a href={inquiryAddress(shown.older, filters)}>{t('older-one')}</a>}
      </nav>
      <div className="reading">
        <div className="stack">
          <p>
            <span className={`mark ${inquiry.state}`}>{t(`admin:state.${inquiry.state}`)}</span>{' '}
            <span className="muted">
              {t('received')}: <Moment iso={inquiry.acceptedAt} locale={locale} />
            </span>
          </p>
          {inquiry.spamSignals.length > 0 && (
            <Notice look="warning">{inquiry.spamSignals.map((signal) => t(`signals.${signal}`)).join(' ')}</Notice>
          )}
          {fields ? (
            filledIn(fields, 'message')
              // The subject is the title of the page.
              .filter((name) => name !== 'subject')
              .map((name) => (
                <Part key={name} id={name} title={HEADINGS[name][locale]}>
                  <p className="typed">{fields[name]}</p>
                </Part>
              ))
          ) : (
            <p className="empty">
              {t(`state-text.${inquiry.state}`)} {inquiry.state === 'destroyed' && t('destroy.stays')}
            </p>
          )}
        </div>
        <aside className="stack" aria-label={t('aside')}>
          {possible.destroy && <Actions shown={shown} filters={filters} locale={locale} />}
          <Reminder
            shown={shown}
            filters={filters}
            refusedDay={refused === 'day' ? (refusedDay ?? '') : null}
            locale={locale}
          />
          {fields && (
            <Part id="sender" title={t('sender')}>
              <Sender receipt={inquiry.receipt} fields={fields} locale={locale} />
            </Part>
          )}
          {shown.earlier.length > 0 && (
            <Part id="earlier" title={t('earlier')}>
              <Earlier rows={shown.earlier} locale={locale} />
            </Part>
          )}
          {(fields || (shown.files && shown.files.length > 0)) && (
            <Part id="files" title={t('files')}>
              <Files shown={shown} locale={locale} />
            </Part>
          )}
          <About inquiry={inquiry} locale={locale} />
        </aside>
        <div className="stack">
          <Conversation {...conversation} />
        </div>
      </div>
      <details className="more panel">
        <summary>
          <h2>{t('history.title')}</h2>
        </summary>
        <History shown={shown} locale={locale} />
      </details>
      {possible.destroy && (
        <p className="apart">
          <a className={buttonClass('outline')} href={withPath(inquiryAddress(inquiry.receipt, filters), '/destroy')}>
            {t('act.destroy')}
          </a>{' '}
          <span className="muted">{t('destroy-hint')}</span>
        </p>
      )}
    </div>
  )
}

function About({ inquiry, locale }: { inquiry: Inquiry; locale: Locale }) {
  const { t } = useTranslation('inbox')
  const { fields, kind } = inquiry
  return (
    <Part id="about" title={t('about')}>
      <Facts>
        <Fact name={t('kind')}>{t(`kinds.${kind}`)}</Fact>
        {fields &&
          filledIn(fields, 'type')
            .filter((name) => asksFor(kind, name))
            .map((name) => (
              <Fact key={name} name={HEADINGS[name][locale]}>
                {choiceText(name, fields[name], locale)}
              </Fact>
            ))}
        <Fact name={t('brand')}>{brandName(inquiry.brand, locale)}</Fact>
        <Fact name={t('receipt')}>
          <code>{inquiry.receipt}</code>
        </Fact>
        <Fact name={t('privacy')}>{inquiry.privacyVersion ?? t('privacy-unknown')}</Fact>
        {inquiry.telephone && (
          <Fact name={t('origin')}>
            {t('telephone.origin', {
              day: formatDay(inquiry.telephone.day, locale),
              way: t(`telephone.ways.${inquiry.telephone.way}`),
            })}
          </Fact>
        )}
        {fields && <Fact name={t('kept')}>{monthsInWords(inquiry.processedMonths, locale)}</Fact>}
      </Facts>
    </Part>
  )
}

/** What can be done, and what will happen of itself. */
function Actions({ shown: { inquiry, possible, answerable, shownAt }, filters, locale }: ViewProps) {
  const { t } = useTranslation('inbox')
  const button = (
    action: 'mark-processed' | 'mark-spam' | 'undo-processed' | 'send-again',
    look: 'primary' | 'outline',
  ) => (
    <button type="submit" name="action" value={action} className={buttonClass(look)}>
      {t(`act.${action}`)}
    </button>
  )
  return (
    <section className="panel commands" aria-label={t('act.label')}>
      <form method="post" action={inquiryAddress(inquiry.receipt, filters)} className="actions">
        <input type="hidden" name="shownAt" value={shownAt} />
        {possible.sendAgain && button('send-again', 'primary')}
        {possible.markProcessed && button('mark-processed', possible.sendAgain ? 'outline' : 'primary')}
        {possible.undo && button('undo-processed', 'outline')}
        {answerable ? (
          <a className={buttonClass('outline')} href="#answer">
            {t('act.answer-here')}
          </a>
        ) : (
          inquiry.fields && (
            <a className={buttonClass('outline')} href={mailTo(inquiry.receipt, inquiry.fields)}>
              {t('act.answer')}
            </a>
          )
        )}
        {possible.markProcessed && button('mark-spam', 'outline')}
      </form>
      <p className="muted">
        {inquiry.destroyAt ? (
          <>
            {t('destroyed-on')} <Time iso={inquiry.destroyAt} locale={locale} />
          </>
        ) : (
          // Also of one that was processed before: the reply has opened it again.
          inquiry.fields &&
          t(inquiry.state === 'new' && inquiry.answeredAt ? 'state-text.replied' : `state-text.${inquiry.state}`)
        )}
        {inquiry.lastFailure && ` ${t('last-failure', { reason: inquiry.lastFailure })}`}
      </p>
    </section>
  )
}

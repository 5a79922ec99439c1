import { useTranslation } from '../../i18n/use-translation'
import type { ShownInquiry } from '../../../functions/commands/inquiries/reading'
import { NOTE_TEXT_MAX } from '../../../functions/contract/conversation-limits'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextAreaField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { actorName } from '../frame/actor-name'
import { withPath } from '../frame/addresses'
import { Time } from '../frame/time'
import { AnswerForm, type Choices, type Composed } from './answer-form'
import { Thread } from './thread'

/** What the page of an inquiry needs for its conversation. */
export interface ConversationProps {
  shown: ShownInquiry
  locale: Locale
  /** Address of the inquiry's page. */
  address: string
  /** Who looks at it. */
  actor: string
  choices: Choices
  composed: Composed | null
  note: TypedNote | null
  /** Whether mails are sent. */
  isOff: boolean
}

/** A note that was typed and not added. */
export interface TypedNote {
  text: string
  problem: 'long' | 'sent' | 'state'
}

/** The conversation about an inquiry: what was said, who sees to it, one form for the answer and one for a note. */
export function Conversation({ shown, locale, address, actor, choices, composed, note, isOff }: ConversationProps) {
  const { t } = useTranslation('answers')
  const { state } = shown.inquiry
  const again = composed && 'again' in composed ? composed.again : undefined
  const text = composed && 'text' in composed ? composed.text : ''
  const unsent = !shown.answerable && text !== '' ? <Unsent kind="answer" text={text} /> : null
  if (state === 'destroyed') return note ? <Unsent kind="note" text={note.text} /> : unsent
  return (
    <>
      <section className="stack" aria-labelledby="conversation">
        <h2 id="conversation">{t('conversation')}</h2>
        <Thread shown={shown} locale={locale} address={address} again={again} />
      </section>
      <Claimed shown={shown} locale={locale} address={address} actor={actor} />
      {unsent}
      {state === 'delivered' && <Notice look="info">{t('remote')}</Notice>}
      {shown.answerable && isOff && <Notice look="warning">{t('off')}</Notice>}
      {shown.answerable && <AnswerForm shown={shown} address={address} choices={choices} composed={composed} />}
      <form method="post" action={withPath(address, '/notes')} className="panel stack" aria-labelledby="note-title">
        <h2 id="note-title">{t('note.title')}</h2>
        {note && <Notice look="danger">{t(`note.problem.${note.problem}`)}</Notice>}
        <input type="hidden" name="id" value={crypto.randomUUID()} />
        <TextAreaField
          id="note"
          name="text"
          rows={3}
          required
          maxLength={NOTE_TEXT_MAX}
          label={t('note.text')}
          hint={t('note.hint')}
          defaultValue={note?.text}
        />
        <div className="actions">
          <button type="submit" className={buttonClass('outline')}>
            {t('note.add')}
          </button>
        </div>
      </form>
    </>
  )
}

/** What was typed for an inquiry that takes it no more: here alone, to be copied. */
function Unsent({ kind, text }: { kind: 'answer' | 'note'; text: string }) {
  const { t } = useTranslation('answers')
  return (
    <section className="panel stack" id="answer">
      <Notice look="danger">{t(`unsent.${kind}`)}</Notice>
      <TextAreaField id="unsent" rows={10} label={t('unsent.text')} defaultValue={text} readOnly />
    </section>
  )
}

function Claimed({ shown, locale, address, actor }: Pick<ConversationProps, 'shown' | 'locale' | 'address' | 'actor'>) {
  const { t } = useTranslation('answers')
  const { claim } = shown
  const isMine = claim?.author === actor
  return (
    <section className="panel stack" aria-labelledby="claim">
      <h2 id="claim">{t('claim.title')}</h2>
      <p>
        {claim ? (
          <>
            {isMine ? t('claim.mine') : t('claim.other', { who: actorName(claim.author, locale) })}{' '}
            <Time iso={claim.since} locale={locale} />
          </>
        ) : (
          t('claim.nobody')
        )}
      </p>
      {!isMine && (
        <form method="post" action={withPath(address, '/claim')} className="actions">
          <button type="submit" className={buttonClass('outline')}>
            {t(claim ? 'claim.take' : 'claim.begin')}
          </button>
        </form>
      )}
      {isMine && (
        <form method="post" action={withPath(address, '/claim/end')} className="actions">
          <button type="submit" className={buttonClass('outline')}>
            {t('claim.end')}
          </button>
        </form>
      )}
    </section>
  )
}

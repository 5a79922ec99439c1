import { useTranslation } from '../../i18n/use-translation'
import type { ShownInquiry } from '../../../functions/commands/inquiries/reading'
import {
  FAILED_ANSWERS,
  PROVEN,
  REPORT,
  type MessageFile,
  type ThreadEntry,
} from '../../../functions/contract/conversation'
import { ADMITTED_MS } from '../../../functions/contract/retention'
import { CC_FIELD_MAX } from '../../../functions/contract/conversation-limits'
import { isSameAddress } from '../../../functions/contract/email-address'
import { answerHtml } from '../../../functions/commands/inquiries/answers'
import type { CcFault } from '../../../functions/commands/inquiries/cc'
import { messageFileKey } from '../../../functions/inquiries/files'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { actorName } from '../frame/actor-name'
import { withPath } from '../frame/addresses'
import { Time } from '../frame/time'
import { foldQuoted, splitQuoted } from '../../../functions/mail/incoming/quoted'

/** What is shown between the entries: the others are entries themselves, or say nothing to whoever answers. */
const HAPPENED = [
  'claim',
  'end-claim',
  'answer-again',
  'admit-reply',
  'mark-processed',
  'undo-processed',
  'send-again',
  'remind',
  'end-reminder',
] as const

/** What is wrong with a Cc, and which address of it. */
export interface WrongCc {
  fault: CcFault
  address: string
}

/** An answer that was not sent again, with what was typed for it. */
export interface TypedAgain {
  id: string
  to: string
  cc: string
  ccFault?: WrongCc
}

interface ThreadProps {
  shown: ShownInquiry
  locale: Locale
  /** Address of the inquiry's page. */
  address: string
  /** An answer that was not sent again, with what was typed. */
  again?: TypedAgain | undefined
}

/** Whether an address is the one of the inquiry, or one that an answer went to. */
const isVisitors = ({ inquiry, thread }: ShownInquiry, address: string) =>
  [inquiry.fields?.inquiry_mail, ...thread.map(({ recipient }) => recipient)].some(
    (own) => own && isSameAddress(own, address),
  )

/** Other addresses whose replies stand in the conversation, each once. */
export const colleaguesIn = (shown: ShownInquiry): string[] => [
  ...new Set(
    shown.thread
      .filter(({ kind, state, by }) => kind === 'reply' && state === 'received' && !isVisitors(shown, by))
      .map(({ by }) => by),
  ),
]

/** To whom the last answer was copied. */
export const ccBefore = ({ thread }: ShownInquiry): string[] =>
  thread.findLast(({ kind }) => kind === 'answer')?.cc ?? []

/** Answers, replies, notes and what was done, in order of time; what the visitor wrote first stands above it. */
export function Thread({ shown, locale, address, again }: ThreadProps) {
  const { t } = useTranslation(['answers', 'admin'])
  const said = shown.thread.filter(({ kind }) => kind !== 'inquiry')
  const apart = said.filter(({ state }) => state === 'quarantined')
  const happened = shown.log.flatMap(({ id, at, action, actor }) => {
    const command = HAPPENED.find((one) => one === action)
    if (!command) return []
    const text = t('happened', { what: t(`admin:action.${command}`), who: actorName(actor, locale, 'within') })
    const item = (
      <p className="muted happened">
        {text} <Time iso={at} locale={locale} />
      </p>
    )
    return { at, key: `log-${id}`, item }
  })
  const lines = said
    .filter(({ state }) => state !== 'quarantined')
    .map((entry) => ({
      at: entry.at,
      key: entry.id,
      item: <Entry entry={entry} shown={shown} locale={locale} address={address} again={again} />,
    }))
    .concat(happened)
    .toSorted((one, other) => one.at.localeCompare(other.at))
  if (lines.length + apart.length === 0) return <p className="muted">{t('nothing')}</p>
  return (
    <>
      <ol className="thread">
        {lines.map(({ key, item }) => (
          <li key={key} id={`entry-${key}`}>
            {item}
          </li>
        ))}
      </ol>
      {apart.length > 0 && (
        <details className="panel">
          <summary>{t('quarantine', { n: apart.length })}</summary>
          {apart.map((entry) => (
            <Entry key={entry.id} entry={entry} shown={shown} locale={locale} address={address} />
          ))}
        </details>
      )}
    </>
  )
}

function Entry({ entry, shown, locale, address, again }: ThreadProps & { entry: ThreadEntry }) {
  const { t } = useTranslation(['answers', 'inbox'])
  const { kind, by, at, state, detail, recipient, cc, cameAt, files, leftOut } = entry
  if (kind === 'inquiry') return null
  const who = kind === 'reply' ? by : actorName(by, locale, 'within')
  const failed = FAILED_ANSWERS.some((one) => one === state)
  const pictures = files.filter(({ role }) => role === 'in-text')
  const original = files.find(({ role }) => role === 'original')
  const own = files.filter(({ role }) => role === undefined)
  const stateName = state === 'quarantined' && detail === PROVEN ? 'not-admitted' : state
  return (
    <article className={`panel entry ${kind}`}>
      <p className="entry-head">
        <strong>{t(`by.${kind}`, { who })}</strong> <Time iso={at} locale={locale} />
        {stateName && <span className={failed ? 'mark undelivered' : 'mark'}>{t(`state.${stateName}`)}</span>}
      </p>
      {recipient && recipient !== shown.inquiry.fields?.inquiry_mail && (
        <p className="muted">{t('to', { address: recipient })}</p>
      )}
      {cc.length > 0 && <p className="muted">{t('cc', { addresses: cc.join(', ') })}</p>}
      {state === 'received' && !isVisitors(shown, by) && <p className="muted">{t('from-other')}</p>}
      {cameAt && (
        <p className="muted">
          {t(detail === PROVEN ? 'admitted' : 'admitted-unproven')} <Time iso={cameAt} locale={locale} />
        </p>
      )}
      {stateName && stateName !== 'received' && (
        <p className="muted">
          {t(detail === REPORT ? 'report' : `state-hint.${stateName}`)} {kind === 'answer' && detail}
        </p>
      )}
      <Text entry={entry} />
      {kind === 'reply' && own.length > 0 && <p className="muted">{t('inbox:not-scanned')}</p>}
      <Files files={own} receipt={shown.inquiry.receipt} />
      {leftOut.length > 0 && (
        <p className="muted">
          {state === 'quarantined'
            ? `${t('closed')}: ${leftOut.map(({ name }) => name).join(', ')}`
            : `${t('left-out')}: ${leftOut.map(({ name, fault }) => `${name} (${t(`fault.${fault}`)})`).join(', ')}`}
        </p>
      )}
      {pictures.length > 0 && (
        <details>
          <summary>{t('in-text', { n: pictures.length })}</summary>
          <Files files={pictures} receipt={shown.inquiry.receipt} />
        </details>
      )}
      {original && (
        <p className="muted">
          <a href={fileAddress(shown.inquiry.receipt, original)} download>
            {t('original')}
          </a>
        </p>
      )}
      {state === 'quarantined' && detail !== REPORT && isAdmissible(entry, shown) && (
        <form method="post" action={withPath(address, '/admit')} className="stack">
          <input type="hidden" name="id" value={entry.id} />
          <p className="muted">{t('admit.hint', { address: by })}</p>
          <div className="actions">
            <button type="submit" className={buttonClass('outline')}>
              {t('admit.button')}
            </button>
          </div>
        </form>
      )}
      {failed && shown.answerable && (
        <Again entry={entry} address={address} typed={again?.id === entry.id ? again : undefined} />
      )}
    </article>
  )
}

/** It is not about to be destroyed. */
const isAdmissible = ({ at }: ThreadEntry, { shownAt }: ShownInquiry) =>
  Date.parse(shownAt) - Date.parse(at) < ADMITTED_MS

const fileAddress = (receipt: string, file: MessageFile) => `/admin/inquiries/${receipt}/files/${messageFileKey(file)}`

function Files({ files, receipt }: { files: readonly MessageFile[]; receipt: string }) {
  if (files.length === 0) return null
  return (
    <ul className="files">
      {files.map((file) => (
        <li key={file.key}>
          <a href={fileAddress(receipt, file)} download>
            {file.name}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** An answer as its mail shows it, plain text as it was typed, and the cleaned HTML of a reply; what is quoted is folded. */
function Text({ entry: { kind, text, html, state } }: { entry: ThreadEntry }) {
  const { t } = useTranslation('answers')
  if (kind === 'answer') return <div className="reply-text" dangerouslySetInnerHTML={{ __html: answerHtml(text) }} />
  if (html !== null && state !== 'quarantined')
    return <div className="reply-text" dangerouslySetInnerHTML={{ __html: foldQuoted(html, t('quoted')) }} />
  const { own, quoted } = splitQuoted(text)
  return (
    <>
      {own !== '' && <p className="typed">{own}</p>}
      {quoted !== '' && (
        <details className="quoted">
          <summary>{t('quoted')}</summary>
          <p className="typed">{quoted}</p>
        </details>
      )}
    </>
  )
}

/** Sends an answer that did not arrive to a corrected address. */
function Again({
  entry: { id, recipient, cc },
  address,
  typed,
}: {
  entry: ThreadEntry
  address: string
  typed: TypedAgain | undefined
}) {
  const { t } = useTranslation('answers')
  return (
    <form method="post" action={`${withPath(address, '/again')}#answer`} className="stack">
      <input type="hidden" name="id" value={id} />
      <TextField
        id={`to-${id}`}
        name="to"
        // As on the form: a browser changes the value of `type="email"` by itself.
        inputMode="email"
        required
        label={t('again.label')}
        defaultValue={typed?.to ?? recipient ?? ''}
      />
      <TextField
        id={`cc-${id}`}
        name="cc"
        inputMode="email"
        autoComplete="off"
        maxLength={CC_FIELD_MAX}
        label={t('form.cc')}
        error={typed?.ccFault && t(`cc-fault.${typed.ccFault.fault}`, { address: typed.ccFault.address })}
        defaultValue={typed?.cc ?? cc.join(', ')}
      />
      <div className="actions">
        <button type="submit" className={buttonClass('outline')}>
          {t('again.send')}
        </button>
      </div>
    </form>
  )
}

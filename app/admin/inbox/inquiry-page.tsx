import type { TFunction } from 'i18next'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownInquiry } from '../../../functions/commands/inquiries/reading'
import { commands } from '../../../functions/commands/table'
import { asksFor, type FieldName, FIELDS, filledIn, HEADINGS } from '../../../functions/contract/inquiry-fields'
import { inquiryFilters, type InquiryFilters } from '../../../functions/contract/inquiry-filters'
import { ConflictError, TooLateError } from '../../../functions/errors'
import { fileResponse } from '../../../functions/inquiry/inquiry-files'
import type { Inquiry } from '../../../functions/inquiry/read-inquiry'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Fact, Facts } from '../frame/facts'
import { callOf } from '../call'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { adminTexts } from '../frame/texts'
import { Time } from '../frame/time'
import { inquiryAddress, listAddress } from './address'
import { DestroyView } from './destroy-view'
import { History } from './history'
import type { Composed } from '../answers/answer-form'
import { choicesFor } from '../answers/choices'
import { Conversation, type ConversationProps } from '../answers/conversation'
import { missingForMail } from '../../../functions/mail/select-transport'

/** `GET /admin/inquiries/{receipt}`: one inquiry with everything that is known of it. */
export const inquiryPage = (c: PageContext): Promise<Response> => showInquiryPage(c, null, 200)

/** The same page after a form below it: with what was typed and not sent. */
export async function showInquiryPage(
  c: PageContext,
  composed: Composed | null,
  status: 200 | 409 | 422,
): Promise<Response> {
  const { shown, filters } = await readShown(c)
  const { locale, env, actor } = c.var
  const conversation = {
    shown,
    locale,
    actor,
    composed,
    address: inquiryAddress(shown.inquiry.receipt, filters),
    choices: await choicesFor(env, shown.inquiry),
    isOff: missingForMail(env) !== null,
  }
  const refused = c.req.query('refused')
  return adminPage(
    c,
    { title: shown.inquiry.fields?.subject ?? shown.inquiry.receipt, section: 'inbox', status },
    <InquiryView shown={shown} filters={filters} locale={locale} refused={refused} conversation={conversation} />,
  )
}

async function readShown(c: PageContext): Promise<{ shown: ShownInquiry; filters: InquiryFilters }> {
  const filters = inquiryFilters.parse(c.req.query())
  const receipt = c.req.param('receipt') ?? ''
  return { shown: await commands.show.perform(callOf(c), { ...filters, receipt }), filters }
}

const DEEDS = ['send-again', 'mark-processed', 'undo-processed', 'destroy'] as const

/** `POST /admin/inquiries/{receipt}` with the field `action`, then the page that shows the result. */
export async function postInquiryAction(c: PageContext): Promise<Response> {
  const receipt = c.req.param('receipt') ?? ''
  const filters = inquiryFilters.parse(c.req.query())
  const posted = (await c.req.formData()).get('action')
  const name = DEEDS.find((deed) => deed === posted)
  const address = inquiryAddress(receipt, filters)
  if (!name) return seeOther(address)
  try {
    await commands[name].perform(callOf(c), { receipt })
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    const reason = error instanceof TooLateError ? 'late' : ''
    return seeOther(`${address}${address.includes('?') ? '&' : '?'}refused=${reason}`)
  }
  return seeOther(name === 'destroy' ? listAddress(filters) : address)
}

/** `GET /admin/inquiries/{receipt}/files/{key}`: a file, always as an attachment. */
export async function inquiryFile(c: PageContext): Promise<Response> {
  const { receipt = '', key = '' } = c.req.param()
  return fileResponse(await commands.download.perform(callOf(c), { receipt, key }))
}

/** `GET /admin/inquiries/{receipt}/destroy`: asks once, and says what will be gone. */
export async function destroyPage(c: PageContext): Promise<Response> {
  const { shown, filters } = await readShown(c)
  const t = adminTexts(c.var.locale).getFixedT(null, 'inbox')
  return adminPage(c, { title: t('destroy.title'), section: 'inbox' }, <DestroyView shown={shown} filters={filters} />)
}

interface ViewProps {
  shown: ShownInquiry
  filters: InquiryFilters
  locale: Locale
}

function InquiryView({
  shown,
  filters,
  locale,
  refused,
  conversation,
}: ViewProps & { refused: string | undefined; conversation: ConversationProps }) {
  const { t } = useTranslation(['inbox', 'admin'])
  const { inquiry } = shown
  const { fields } = inquiry
  return (
    <div className="stack">
      {refused !== undefined && <Notice look="danger">{t(refused === 'late' ? 'refused-late' : 'refused')}</Notice>}
      <nav className="pages" aria-label={t('neighbours')}>
        <a href={listAddress(filters)}>{t('list')}</a>
        {shown.newer && <a href={inquiryAddress(shown.newer, filters)}>{t('newer-one')}</a>}
        {shown.older && <a href={inquiryAddress(shown.older, filters)}>{t('older-one')}</a>}
      </nav>
      <StateText inquiry={inquiry} locale={locale} />
      <Actions shown={shown} filters={filters} />
      {inquiry.spamSignals.length > 0 && (
        <Notice look="warning">{inquiry.spamSignals.map((signal) => t(`signals.${signal}`)).join(' ')}</Notice>
      )}
      {fields &&
        filledIn(fields, 'message')
          // The subject is the title of the page.
          .filter((name) => name !== 'subject')
          .map((name) => (
            <Part key={name} id={name} title={HEADINGS[name][locale]}>
              <p className="typed">{fields[name]}</p>
            </Part>
          ))}
      <Conversation {...conversation} />
      {(fields || shown.files.length > 0) && (
        <Part id="files" title={t('files')}>
          <Files shown={shown} />
        </Part>
      )}
      {fields && <Sender receipt={inquiry.receipt} fields={fields} locale={locale} />}
      <Part id="about" title={t('about')}>
        <Facts>
          {inquiry.kind && <Fact name={t('kind')}>{t(`kinds.${inquiry.kind}`)}</Fact>}
          {fields &&
            filledIn(fields, 'type')
              .filter((name) => inquiry.kind && asksFor(inquiry.kind, name))
              .map((name) => (
                <Fact key={name} name={HEADINGS[name][locale]}>
                  {choiceText(name, fields[name], t)}
                </Fact>
              ))}
          <Fact name={t('brand')}>{inquiry.brand}</Fact>
          <Fact name={t('receipt')}>
            <code>{inquiry.receipt}</code>
          </Fact>
          <Fact name={t('privacy')}>{inquiry.privacyVersion ?? t('privacy-unknown')}</Fact>
        </Facts>
      </Part>
      <Part id="history" title={t('history.title')}>
        <History shown={shown} locale={locale} />
      </Part>
    </div>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

type Fields = NonNullable<Inquiry['fields']>

/** A choice in words; a value that is none, as it is. */
function choiceText(name: FieldName, value: string, t: TFunction<'inbox'>): string {
  const field = FIELDS[name]
  const choice = 'choices' in field ? [...field.choices].find((one) => one === value) : undefined
  return choice ? t(`types.${choice}`) : value
}

function Sender({ receipt, fields, locale }: { receipt: string; fields: Fields; locale: Locale }) {
  const { t } = useTranslation('inbox')
  return (
    <Part id="sender" title={t('sender')}>
      <Facts>
        {filledIn(fields, 'sender').map((name) => (
          <Fact key={name} name={HEADINGS[name][locale]}>
            <SenderValue name={name} receipt={receipt} fields={fields} />
          </Fact>
        ))}
      </Facts>
    </Part>
  )
}

function SenderValue({ name, receipt, fields }: { name: FieldName; receipt: string; fields: Fields }) {
  if (name === 'inquiry_mail') return <a href={mailTo(receipt, fields)}>{fields[name]}</a>
  return name === 'phone_number_homepage' ? <Telephone number={fields[name]} /> : fields[name]
}

/** A number as it is written in its country, to be called. One that cannot be read stays as it came. */
function Telephone({ number }: { number: string }) {
  const read = parsePhoneNumberFromString(number)
  if (!read) return number
  return (
    <a href={read.getURI()}>
      (+{read.countryCallingCode}) {read.formatNational()}
    </a>
  )
}

/** State, and the day of destruction. */
function StateText({ inquiry, locale }: { inquiry: Inquiry; locale: Locale }) {
  const { t } = useTranslation(['inbox', 'admin'])
  return (
    <p>
      <span className={`mark ${inquiry.state}`}>{t(`admin:state.${inquiry.state}`)}</span>{' '}
      {inquiry.destroyAt ? (
        <>
          {t('destroyed-on')} <Time iso={inquiry.destroyAt} locale={locale} />
        </>
      ) : (
        t(`state-text.${inquiry.state}`)
      )}
      {inquiry.lastFailure && ` ${t('last-failure', { reason: inquiry.lastFailure })}`}
    </p>
  )
}

/** The answer goes out from the operator's own mail program. */
function mailTo(receipt: string, fields: Fields): string {
  const query = new URLSearchParams({ subject: `Re: ${fields.subject} [${receipt}]` })
  // RFC 6068: a mail program does not read `+` as a space.
  return `mailto:${encodeURIComponent(fields.inquiry_mail).replace('%40', '@')}?${String(query).replaceAll('+', '%20')}`
}

function Actions({ shown: { inquiry, possible }, filters }: { shown: ShownInquiry; filters: InquiryFilters }) {
  const { t } = useTranslation('inbox')
  const address = inquiryAddress(inquiry.receipt, filters)
  return (
    <div className="actions">
      <form method="post" action={address} className="actions">
        {possible.markProcessed && (
          <button type="submit" name="action" value="mark-processed" className={buttonClass('primary')}>
            {t('act.mark-processed')}
          </button>
        )}
        {possible.undo && (
          <button type="submit" name="action" value="undo-processed" className={buttonClass('outline')}>
            {t('act.undo-processed')}
          </button>
        )}
        {possible.sendAgain && (
          <button type="submit" name="action" value="send-again" className={buttonClass('primary')}>
            {t('act.send-again')}
          </button>
        )}
      </form>
      {inquiry.fields && (
        <a className={buttonClass('outline')} href={mailTo(inquiry.receipt, inquiry.fields)}>
          {t('act.answer')}
        </a>
      )}
      {possible.destroy && (
        <a
          className={buttonClass('outline')}
          href={inquiryAddress(inquiry.receipt, filters).replace(/(?=\?|$)/, '/destroy')}
        >
          {t('act.destroy')}
        </a>
      )}
    </div>
  )
}

function Files({ shown: { inquiry, files } }: { shown: ShownInquiry }) {
  const { t } = useTranslation('inbox')
  if (files.length === 0) return <p className="muted">{t('no-files')}</p>
  return (
    <ul className="files">
      {files.map(({ key, name, staged, found }) => (
        <li key={key}>
          <a href={`/admin/inquiries/${inquiry.receipt}/files/${encodeURIComponent(key)}`} download>
            {name}
          </a>
          {staged && <span className="muted"> {t('staged')}</span>}
          {found && <p className={found === 'unchecked' ? 'muted' : 'warning'}>{t(`found.${found}`)}</p>}
        </li>
      ))}
    </ul>
  )
}

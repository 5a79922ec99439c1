import { ADMIN_EDITOR } from 'virtual:admin-assets'
import { useTranslation } from '../../i18n/use-translation'
import type { ShownInquiry } from '../../../functions/commands/inquiries/reading'
import { ANSWER_TEXT_MAX, CC_FIELD_MAX } from '../../../functions/contract/conversation-limits'
import { ACCEPTED_FILES } from '../../../functions/contract/attachments'
import type { Message } from '../../../functions/mail/messages'
import { buttonClass } from '../../ui/button'
import { SelectField, TextAreaField, TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { withPath } from '../frame/addresses'
import { FileField } from '../frame/file-field'
import { LinkDialog } from '../publishing/dialogs'
import { Toolbar } from '../publishing/toolbar'
import { ccBefore, colleaguesIn, type TypedAgain, type WrongCc } from './thread'

/** What an answer can begin with or link to. */
export interface Choices {
  saved: { id: string; title: string }[]
  links: { id: string; title: string }[]
  documents: { id: string; title: string }[]
}

/** What was typed for an answer and not sent. */
export interface TypedAnswer {
  text: string
  /** As it was typed into its field. */
  cc: string
  documents: string[]
  /** Whether files were chosen, which a page cannot give back. */
  hadFiles?: boolean
  /** What would leave as it was typed. The operator is told of it once. */
  placeholders?: string
  /** What is wrong with the Cc, and which address of it. */
  ccFault?: WrongCc
  preview: Message | null
  problem: 'conflict' | 'sent' | 'state' | 'empty' | 'long' | 'files' | 'cc' | 'placeholder' | null
}
/** An answer that was not sent again: nothing else was typed. */
interface NotSentAgain {
  again: TypedAgain
  problem: 'state' | 'address' | 'cc'
}
export type Composed = TypedAnswer | NotSentAgain

export function AnswerForm({
  shown,
  address,
  choices,
  composed,
}: {
  shown: ShownInquiry
  address: string
  choices: Choices
  composed: Composed | null
}) {
  const { t } = useTranslation('answers')
  const typed = composed && 'again' in composed ? null : composed
  const text = typed?.text ?? shown.draft?.text ?? ''
  const cc = typed?.cc ?? shown.draft?.cc ?? ccBefore(shown).join(', ')
  const others = colleaguesIn(shown).filter((address) => !cc.includes(address))
  const { receipt, fields } = shown.inquiry
  // The page that comes back begins at this form: why nothing was sent stands at its head.
  const answers = withPath(address, '/answers')
  const action = (value: string, label: string, look: 'primary' | 'outline', part?: string) => (
    <button type="submit" name="action" value={value} className={buttonClass(look)} formAction={part && answers + part}>
      {label}
    </button>
  )
  return (
    <>
      <form
        method="post"
        encType="multipart/form-data"
        action={`${answers}#answer`}
        className="panel stack"
        aria-labelledby="answer"
        data-draft={`/api/admin/inquiries/${receipt}/draft`}
        data-saved={t('form.draft-saved')}
        data-lost={t('form.draft-lost')}
        data-refused={t('form.draft-refused')}
        data-long={t('form.draft-long')}
        data-ended={t('form.draft-ended')}
      >
        <h2 id="answer">{t('form.title')}</h2>
        {composed?.problem && (
          <Notice look="danger">{t(`problem.${composed.problem}`, { found: typed?.placeholders })}</Notice>
        )}
        {typed?.placeholders && <input type="hidden" name="placeholders" value={typed.placeholders} />}
        <input type="hidden" name="id" value={crypto.randomUUID()} />
        <input type="hidden" name="draft" value={shown.draft?.saved_at ?? ''} />
        <input type="hidden" name="seen" value={shown.thread.at(-1)?.id ?? ''} />
        {choices.saved.length > 0 && (
          <div className="beside">
            <SelectField id="saved" name="saved" label={t('form.saved')} defaultValue="">
              <option value="">{t('form.choose')}</option>
              {choices.saved.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SelectField>
            {action('saved', t('form.insert'), 'outline')}
          </div>
        )}
        <TextField
          id="cc"
          name="cc"
          inputMode="email"
          autoComplete="off"
          maxLength={CC_FIELD_MAX}
          label={t('form.cc')}
          hint={
            t('form.cc-hint') + (others.length > 0 ? ` ${t('form.cc-others', { addresses: others.join(', ') })}` : '')
          }
          error={typed?.ccFault && t(`cc-fault.${typed.ccFault.fault}`, { address: typed.ccFault.address })}
          defaultValue={cc}
        />
        <Toolbar area="text" hasFiles={false} />
        <TextAreaField
          id="text"
          name="text"
          rows={10}
          maxLength={ANSWER_TEXT_MAX}
          label={t('form.text')}
          hint={t('form.hint')}
          defaultValue={text}
          aside={<output data-status />}
        />
        {choices.links.length > 0 && (
          <div className="beside">
            <SelectField id="link" name="link" label={t('form.link')} defaultValue="">
              <option value="">{t('form.choose')}</option>
              {choices.links.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SelectField>
            {action('link', t('form.insert-link'), 'outline')}
          </div>
        )}
        <FileField id="answer-files" label={t('form.files')} name="files" multiple accept={ACCEPTED_FILES} />
        {typed?.hadFiles && <Notice look="warning">{t('form.files-again')}</Notice>}
        {choices.documents.length > 0 && (
          <fieldset className="stack">
            <legend>{t('form.documents')}</legend>
            {choices.documents.map(({ id, title }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  name="documents"
                  value={id}
                  defaultChecked={typed?.documents.includes(id) ?? false}
                />{' '}
                {title}
              </label>
            ))}
          </fieldset>
        )}
        {typed?.preview && fields && <Preview mail={typed.preview} to={fields.inquiry_mail} cc={cc} />}
        <div className="actions">
          {action('send', t('form.send'), 'primary')}
          {action('preview', t('form.preview'), 'outline', '#preview')}
          {shown.possible.markProcessed && action('send-processed', t('form.send-processed'), 'outline')}
        </div>
      </form>
      <LinkDialog />
      <script src={ADMIN_EDITOR} defer />
    </>
  )
}

/** Its style attributes are for mail programs; a page of the admin has none (decision 025). */
const withoutStyles = (html: string) => html.replaceAll(/(<[a-z][^<>]*?) style="[^"]*"/g, '$1')

/** The mail as its HTML part shows it. */
function Preview({ mail, to, cc }: { mail: Message; to: string; cc: string }) {
  const { t } = useTranslation('answers')
  return (
    <section className="preview panel" aria-labelledby="preview">
      <h3 id="preview">{t('preview.title')}</h3>
      <p className="muted">
        {t('preview.to')}: {to}
        <br />
        {cc !== '' && (
          <>
            {t('form.cc')}: {cc}
            <br />
          </>
        )}
        {t('preview.subject')}: {mail.subject}
      </p>
      <div className="reply-text" dangerouslySetInnerHTML={{ __html: withoutStyles(mail.html) }} />
    </section>
  )
}

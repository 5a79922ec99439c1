import { useTranslation } from '../../i18n/use-translation'
import { languageIn, LOCALES, type Locale } from '../../i18n/locale'
import { keysOf, INPUTS, type InputName } from '../../../functions/contract/form-fields'
import { reasonField } from '../../../functions/contract/maintenance'
import { CATEGORY_NAME, fieldName } from '../../../functions/contract/text-fields'
import { buttonClass } from '../../ui/button'
import { TextAreaField, TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import type { Posted } from '../posted'
import { FileField } from './file-field'

/** A field of a form of the admin in which something is typed, by its name. `language`: of a text that the form has in each language. */
interface Typed {
  label: `again.field.${Own}` | `inquiry:${(typeof INPUTS)[InputName]['label']}`
  language: Locale | null
  isLong: boolean
}
type Own = (typeof TEXTS)[number][0] | (typeof OTHERS)[number]
const OTHERS = ['start', 'hours', 'minutes', 'to', 'cc', 'alt', 'at', 'email', 'consent_day'] as const

const TEXTS = [
  ['text', (language: Locale) => fieldName('text*', language)],
  ['title', (language: Locale) => fieldName('title*', language)],
  ['subject', (language: Locale) => fieldName('subject*', language)],
  ['contents', (language: Locale) => fieldName('contents*', language)],
  ['category', (language: Locale) => fieldName('category*', language)],
  ['name', (language: Locale) => fieldName(CATEGORY_NAME, language)],
  ['reason', reasonField],
] as const
/** What a caller says, of an inquiry by telephone: what is typed of the fields of an inquiry. */
const CALLER = keysOf(INPUTS).filter((name) => ['line', 'text', 'mail'].includes(INPUTS[name].value))

/** Every other field is one that the form itself has filled in or offers for choice. */
const TYPED = new Map<string, Typed>([
  ...CALLER.map((name): [string, Typed] => [
    name,
    { label: `inquiry:${INPUTS[name].label}`, language: null, isLong: INPUTS[name].value === 'text' },
  ]),
  ...TEXTS.flatMap(([label, nameOf]) =>
    LOCALES.map((language): [string, Typed] => [
      nameOf(language),
      { label: `again.field.${label}`, language, isLong: label === 'text' || label === 'contents' },
    ]),
  ),
  ...OTHERS.map((label): [string, Typed] => [label, { label: `again.field.${label}`, language: null, isLong: false }]),
])
const isTyped = ([name, value]: [string, string]) => TYPED.has(name) && value !== ''

/** Whether a form had something that nobody wants to type or to choose again. */
export const holdsTyped = ({ texts, files }: Posted): boolean => files.size > 0 || [...texts].some(isTyped)

interface TypedAgainProps {
  posted: Posted
  /** Where the form is sent again; null where that is of no use, so that its texts are there to be copied. */
  action: string | null
  locale: Locale
}

/** A form that failed, with everything that it had, on a page that needs no store: its button sends the same once more. */
export function TypedAgain({ posted: { texts, files, isWhole }, action, locale }: TypedAgainProps) {
  const { t } = useTranslation('admin')
  const content = (
    <>
      <Notice look="danger">{t(!isWhole ? 'again.partly' : action === null ? 'again.copy' : 'again.kept')}</Notice>
      {[...texts].map((field, index) =>
        isTyped(field) ? (
          <TypedField
            key={index}
            index={index}
            field={field}
            texts={texts}
            readOnly={action === null}
            locale={locale}
          />
        ) : (
          <input key={index} type="hidden" name={field[0]} value={field[1]} />
        ),
      )}
    </>
  )
  if (action === null) return <section className="panel stack">{content}</section>
  return (
    <form
      method="post"
      action={action}
      encType={files.size > 0 ? 'multipart/form-data' : undefined}
      className="panel stack"
    >
      {content}
      {files.size > 0 && <Notice look="warning">{t('again.files')}</Notice>}
      {[...files].map((name) => (
        <FileField
          key={name}
          id={`again-${name}`}
          label={t('again.file')}
          name={name}
          multiple={name === 'files'}
          required
        />
      ))}
      <div className="actions">
        <button type="submit" className={buttonClass('primary')}>
          {t('again.send')}
        </button>
      </div>
    </form>
  )
}

/** What a field for a time shows: it would drop anything else. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/
/** A longer value has several lines in its field. */
const LINE_MAX = 80

interface TypedFieldProps {
  index: number
  field: [name: string, value: string]
  texts: URLSearchParams
  readOnly: boolean
  locale: Locale
}

function TypedField({ index, field: [name, typed], texts, readOnly, locale }: TypedFieldProps) {
  const { t } = useTranslation(['admin', 'inquiry'])
  const { label, language, isLong } = TYPED.get(name) ?? { label: 'again.field.text', language: null, isLong: true }
  // A text field drops a first line end that is not as React writes it.
  const value = typed.replaceAll('\r\n', '\n')
  // The language is named where the form has the text in each.
  const isOneOfSeveral = [...texts.keys()].some((other) => other !== name && TYPED.get(other)?.label === label)
  const own = isOneOfSeveral ? language : null
  const props = {
    id: `again-${index}`,
    name,
    label: t(label) + (own === null ? '' : `, ${languageIn(own, locale)}`),
    defaultValue: value,
    readOnly,
    ...(own && { lang: own }),
  }
  if (isLong || value.length > LINE_MAX || value.includes('\n')) return <TextAreaField rows={10} {...props} />
  const isTime = (name === 'start' || name === 'at') && TIME.test(value)
  return <TextField type={isTime ? 'datetime-local' : 'text'} {...props} />
}

import { useTranslation } from 'react-i18next'
import { brands } from '../../../functions/brand/hosts'
import { commands } from '../../../functions/commands/table'
import { ANSWER_TEXT_MAX } from '../../../functions/contract/conversation'
import { brandIdOf } from '../../../functions/contract/scope'
import { eachField, fieldName } from '../../../functions/contract/text-fields'
import {
  EMPTY_TEXTS,
  savedAnswers,
  type SavedAnswerFields,
  type SavedAnswerRow,
} from '../../../functions/database/saved-answer'
import { ConflictError, InvalidBodyError } from '../../../functions/errors'
import { LANGUAGES, LOCALES, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { SelectField, TextAreaField, TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { callOf } from '../command-call'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { adminTexts } from '../frame/texts'

const PATH = '/admin/answers'
/** Filled in by `filledAnswer`; not a variable of the catalogues. */
const EXAMPLE = '{{name}}, {{receipt}}'

/** What was posted and not taken. */
interface Refused {
  problem: 'conflict' | 'invalid'
  /** Null for a new one. */
  id: string | null
  fields: SavedAnswerFields
}

/** `GET /admin/answers`: what answers may begin with. */
export async function savedAnswersPage(c: PageContext, refused: Refused | null): Promise<Response> {
  const t = adminTexts(c.var.locale).getFixedT(null, 'answers')
  const status = refused === null ? 200 : refused.problem === 'conflict' ? 409 : 422
  const lead = t('saved.lead', { example: EXAMPLE })
  return adminPage(
    c,
    { title: t('saved.title'), lead, section: 'answers', status },
    <SavedAnswers
      rows={await savedAnswers(c.var.env.DB, c.var.scope)}
      refused={refused}
      brandId={brandIdOf(c.var.scope)}
      locale={c.var.locale}
    />,
  )
}

/** `POST /admin/answers` with `action` add, change or delete. */
export async function postSavedAnswers(c: PageContext): Promise<Response> {
  const posted = await c.req.formData()
  const of = (name: string) => String(posted.get(name) ?? '')
  const id = of('id') || null
  const fields: SavedAnswerFields = {
    ...eachField('text*', (locale) => of(fieldName('text*', locale))),
    title: of('title'),
    brand_id: of('brand_id') || null,
  }
  try {
    if (of('action') === 'delete' && id !== null) await commands['delete-saved-answer'].perform(callOf(c), { id })
    else if (id === null) await commands['add-saved-answer'].perform(callOf(c), { fields })
    else await commands['change-saved-answer'].perform(callOf(c), { id, version: of('version'), fields })
  } catch (error) {
    if (error instanceof ConflictError) return savedAnswersPage(c, { problem: 'conflict', id, fields })
    if (error instanceof InvalidBodyError) return savedAnswersPage(c, { problem: 'invalid', id, fields })
    throw error
  }
  return seeOther(PATH)
}

interface SavedAnswersProps {
  rows: SavedAnswerRow[]
  refused: Refused | null
  /** Of an operator of one brand; null: all brands. */
  brandId: string | null
  locale: Locale
}

function SavedAnswers({ rows, refused, brandId, locale }: SavedAnswersProps) {
  const { t } = useTranslation('answers')
  return (
    <div className="stack">
      {refused && <Notice look="danger">{t(`saved.${refused.problem}`)}</Notice>}
      {rows.length === 0 && <p className="empty">{t('saved.empty')}</p>}
      {rows.map((row) => (
        <details key={row.id} className="panel" open={refused?.id === row.id}>
          <summary>{row.title}</summary>
          <SavedAnswer
            id={row.id}
            version={row.version}
            fields={refused?.problem === 'invalid' && refused.id === row.id ? refused.fields : row}
            brandId={brandId}
            locale={locale}
          />
        </details>
      ))}
      <section className="panel stack" aria-labelledby="add">
        <h2 id="add">{t('saved.add')}</h2>
        <SavedAnswer
          id={null}
          version={0}
          fields={refused?.id === null ? refused.fields : { ...EMPTY_TEXTS, title: '', brand_id: brandId }}
          brandId={brandId}
          locale={locale}
        />
      </section>
    </div>
  )
}

function SavedAnswer({
  id,
  version,
  fields,
  brandId,
  locale,
}: {
  id: string | null
  version: number
  fields: SavedAnswerFields
  brandId: string | null
  locale: Locale
}) {
  const { t } = useTranslation('answers')
  const own = id ?? 'new'
  const isReadOnly = brandId !== null && fields.brand_id !== brandId
  const names = new Intl.DisplayNames(LANGUAGES[locale].format, { type: 'language' })
  return (
    <form method="post" action={PATH} className="stack">
      {isReadOnly && <p className="muted">{t('saved.read-only')}</p>}
      {id !== null && <input type="hidden" name="id" value={id} />}
      <input type="hidden" name="version" value={version} />
      <TextField
        id={`title-${own}`}
        name="title"
        label={t('saved.name')}
        required
        maxLength={100}
        defaultValue={fields.title}
        readOnly={isReadOnly}
      />
      {brandId === null && (
        <SelectField id={`brand-${own}`} name="brand_id" label={t('saved.brand')} defaultValue={fields.brand_id ?? ''}>
          <option value="">{t('saved.all')}</option>
          {brands.map((brand) => (
            <option key={brand.id} value={brand.id}>
              {brand.name[locale]}
            </option>
          ))}
        </SelectField>
      )}
      {LOCALES.map((language) => (
        <TextAreaField
          key={language}
          id={`text-${own}-${language}`}
          name={fieldName('text*', language)}
          lang={language}
          rows={6}
          maxLength={ANSWER_TEXT_MAX}
          label={`${t('saved.text')}, ${names.of(language) ?? language}`}
          defaultValue={fields[fieldName('text*', language)]}
          readOnly={isReadOnly}
        />
      ))}
      {!isReadOnly && (
        <div className="actions">
          <button type="submit" name="action" value="save" className={buttonClass(id === null ? 'primary' : 'outline')}>
            {t(id === null ? 'saved.add' : 'saved.save')}
          </button>
          {id !== null && (
            <button type="submit" name="action" value="delete" className="danger" formNoValidate>
              {t('saved.delete')}
            </button>
          )}
        </div>
      )}
    </form>
  )
}

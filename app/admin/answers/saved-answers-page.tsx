import { useTranslation } from '../../i18n/use-translation'
import { brands } from '../../../functions/brand/hosts'
import { commands } from '../../../functions/commands/table'
import { ANSWER_TEXT_MAX } from '../../../functions/contract/conversation-limits'
import { brandIdOf } from '../../../functions/contract/scope'
import { eachField, fieldName } from '../../../functions/contract/text-fields'
import {
  EMPTY_TEXTS,
  savedAnswers,
  type SavedAnswerFields,
  type SavedAnswerRow,
} from '../../../functions/database/saved-answer'
import { ConflictError, InvalidBodyError, NotFoundError } from '../../../functions/errors'
import { languageIn, LOCALES, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { SelectField, TextAreaField, TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { callOf } from '../command-call'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { textsIn } from '../frame/texts'
import { readTexts, textOf } from '../posted'

const PATH = '/admin/answers'
/** Filled in by `filledAnswer`; not a variable of the catalogues. */
const EXAMPLE = '{{name}}, {{receipt}}'

/** What was posted and not taken. */
interface Refused {
  problem: 'conflict' | 'invalid' | 'gone'
  /** Null for a new one. */
  id: string | null
  fields: SavedAnswerFields
}

/** `GET /admin/answers`: what answers may begin with. */
export async function savedAnswersPage(
  c: PageContext,
  refused: Refused | null = null,
  status: 200 | 404 | 409 | 422 = 200,
): Promise<Response> {
  const t = textsIn(c.var.locale, 'answers')
  const rows = await savedAnswers(c.var.env.DB, c.var.scope)
  const isKnown = rows.some(({ id }) => id === refused?.id)
  // What was typed for one that somebody else has deleted can be added as a new one.
  const shown = refused?.problem === 'conflict' && !isKnown ? ({ ...refused, problem: 'gone' } as const) : refused
  const lead = t('saved.lead', { example: EXAMPLE })
  return adminPage(
    c,
    {
      title: t('saved.title'),
      told: shown ? t(`saved.${shown.problem}`) : undefined,
      lead,
      section: 'answers',
      status,
    },
    <SavedAnswers rows={rows} refused={shown} brandId={brandIdOf(c.var.scope)} locale={c.var.locale} />,
  )
}

/** `POST /admin/answers` with `action` add, change or delete. */
export async function postSavedAnswers(c: PageContext): Promise<Response> {
  const form = await readTexts(c)
  const id = textOf(form, 'id') || null
  const newId = textOf(form, 'new_id') || null
  const fields: SavedAnswerFields = {
    ...eachField('text*', (locale) => textOf(form, fieldName('text*', locale))),
    title: textOf(form, 'title'),
    brand_id: textOf(form, 'brand_id') || null,
  }
  try {
    if (textOf(form, 'action') === 'delete' && id !== null)
      await commands['delete-saved-answer'].perform(callOf(c), { id })
    else if (id === null)
      await commands['add-saved-answer'].perform(callOf(c), { ...(newId !== null && { id: newId }), fields })
    else await commands['change-saved-answer'].perform(callOf(c), { id, version: textOf(form, 'version'), fields })
  } catch (error) {
    if (error instanceof ConflictError)
      return savedAnswersPage(c, { problem: 'conflict', id: id ?? newId, fields }, 409)
    if (error instanceof InvalidBodyError) return savedAnswersPage(c, { problem: 'invalid', id, fields }, 422)
    if (error instanceof NotFoundError && textOf(form, 'action') !== 'delete')
      return savedAnswersPage(c, { problem: 'gone', id, fields }, 404)
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
          <div className="stack">
            {refused?.problem === 'conflict' && refused.id === row.id && <Stored row={row} locale={locale} />}
            <SavedAnswer
              id={row.id}
              version={row.version}
              fields={refused?.id === row.id ? refused.fields : row}
              brandId={brandId}
              locale={locale}
            />
          </div>
        </details>
      ))}
      <section className="panel stack" aria-labelledby="add">
        <h2 id="add">{t('saved.add')}</h2>
        <SavedAnswer
          id={null}
          version={0}
          fields={
            refused && !rows.some(({ id }) => id === refused.id)
              ? refused.fields
              : { ...EMPTY_TEXTS, title: '', brand_id: brandId }
          }
          brandId={brandId}
          locale={locale}
        />
      </section>
    </div>
  )
}

/** What somebody else has saved, to compare with what was typed and to copy from. It is not posted. */
function Stored({ row, locale }: { row: SavedAnswerRow; locale: Locale }) {
  const { t } = useTranslation('answers')
  const own = `stored-${row.id}`
  return (
    <>
      <h2>{t('saved.stored')}</h2>
      <TextField id={`title-${own}`} label={t('saved.name')} defaultValue={row.title} readOnly />
      {LOCALES.map((language) => (
        <TextAreaField
          key={language}
          id={`text-${own}-${language}`}
          lang={language}
          rows={6}
          label={`${t('saved.text')}, ${languageIn(language, locale)}`}
          defaultValue={row[fieldName('text*', language)]}
          readOnly
        />
      ))}
      <h2>{t('saved.typed')}</h2>
    </>
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
  return (
    <form method="post" action={PATH} className="stack">
      {isReadOnly && <p className="muted">{t('saved.read-only')}</p>}
      {id === null ? (
        <input type="hidden" name="new_id" value={crypto.randomUUID()} />
      ) : (
        <input type="hidden" name="id" value={id} />
      )}
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
          label={`${t('saved.text')}, ${languageIn(language, locale)}`}
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

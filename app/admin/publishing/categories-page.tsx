import { useTranslation } from '../../i18n/use-translation'
import { CategoryInUseError, SameNameError } from '../../../functions/publishing/categories'
import { board as boards } from '../../../functions/publishing/fields'
import { commands } from '../../../functions/commands/table'
import type { BoardName } from '../../../functions/contract/board'
import { textIn } from '../../../functions/contract/languages'
import { CATEGORY_NAME, fieldName, fieldsOf, type FieldOf } from '../../../functions/contract/text-fields'
import { listCategories, type CategoryRow } from '../../../functions/database/sub-category'
import { InvalidBodyError } from '../../../functions/errors'
import { languageIn, LOCALES, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import fieldStyles from '../../ui/field.module.css'
import { Notice } from '../../ui/notice'
import { callOf } from '../command-call'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { Question } from '../frame/question'
import { textsIn } from '../frame/texts'
import { readTexts, textFieldsOf, textOf } from '../posted'
import { MoveButtons } from './move-buttons'
import { RemoteBoards } from './remote-boards'

const ADDRESS = '/admin/categories'
const placeOf = (id: string) => `category-${id}`
type Refusal = 'same-name' | 'in-use' | 'names' | 'no-target'

/** What was posted and not taken. */
interface Refused {
  why: Refusal
  /** Of the category; empty for a new one of `board`. */
  id: string
  board: string
  names: Names
}
type Names = Record<FieldOf<typeof CATEGORY_NAME>, string>

/** `GET /admin/categories`: the categories of both boards; after a refusal the one that it is about stands open, with what was typed. */
export async function categoriesPage(c: PageContext, refused: Refused | null = null): Promise<Response> {
  const { env, locale } = c.var
  const t = textsIn(locale, 'publishing')
  const told = refused ? t(`categories.refused.${refused.why}`) : undefined
  const options = {
    title: t('categories.title'),
    told,
    lead: t('categories.lead'),
    section: 'categories',
    status: refused ? 422 : 200,
  } as const
  if (env.UPSTREAM_URL !== null) return adminPage(c, options, <RemoteBoards />)
  const rows = await listCategories(env.DB, c.var.scope)
  return adminPage(
    c,
    options,
    <div className="stack">
      {told && <Notice look="danger">{told}</Notice>}
      {boards.options.map((board) => (
        <Categories key={board} {...{ board, locale, refused }} rows={rows.filter((row) => row.board === board)} />
      ))}
    </div>,
  )
}

/** `POST /admin/categories`: adds, renames, moves, merges or removes one. */
export async function postCategories(c: PageContext): Promise<Response> {
  const form = await readTexts(c)
  const call = callOf(c)
  let id = textOf(form, 'id')
  const action = textOf(form, 'action')
  const names = textFieldsOf(form, fieldsOf(CATEGORY_NAME))
  const not = (why: Refusal) => categoriesPage(c, { why, id, board: textOf(form, 'board'), names })
  try {
    switch (action) {
      case 'add':
        id = await commands['add-category'].performFromClient(call, { board: textOf(form, 'board'), ...names })
        break
      case 'rename':
        await commands['rename-category'].perform(call, { id, ...names })
        break
      case 'merge':
        if (textOf(form, 'into') === '') return not('no-target')
        await commands['merge-category'].perform(call, { id, into: textOf(form, 'into') })
        break
      case 'up':
      case 'down':
        await commands['move-category'].perform(call, { id, up: action === 'up' })
        break
      case 'remove':
        await commands['remove-category'].perform(call, { id })
    }
  } catch (error) {
    if (error instanceof InvalidBodyError) return not('names')
    if (error instanceof SameNameError) return not('same-name')
    if (error instanceof CategoryInUseError) return not('in-use')
    throw error
  }
  // The place of the category that it was about, or into which it was merged.
  return seeOther(`${ADDRESS}#${encodeURIComponent(placeOf(textOf(form, 'into') || id))}`)
}

interface CategoriesProps {
  board: BoardName
  rows: CategoryRow[]
  refused: Refused | null
  locale: Locale
}

function Categories({ board, rows, refused, locale }: CategoriesProps) {
  const { t } = useTranslation('publishing')
  return (
    <section className="stack" aria-labelledby={`categories-${board}`}>
      <h2 id={`categories-${board}`}>{t(`${board}.title`)}</h2>
      <ul className="stack">
        {rows.map((row) => (
          <li key={row.sub_category_id} id={placeOf(row.sub_category_id)} className="panel category">
            <Category
              row={row}
              others={rows.filter((other) => other !== row)}
              refused={row.sub_category_id === refused?.id ? refused : null}
              locale={locale}
            />
          </li>
        ))}
        <li className="panel">
          <form method="post" action={ADDRESS} className="fields">
            <input type="hidden" name="board" value={board} />
            <NameFields
              id={`new-${board}`}
              typed={refused?.id === '' && refused.board === board ? refused : null}
              locale={locale}
            />
            <button type="submit" name="action" value="add" className={buttonClass()}>
              {t('categories.add')}
            </button>
          </form>
        </li>
      </ul>
    </section>
  )
}

interface NameFieldsProps {
  id: string
  row?: CategoryRow
  typed: Refused | null
  locale: Locale
}

function NameFields({ id, row, typed, locale }: NameFieldsProps) {
  const { t } = useTranslation('publishing')
  return (
    <>
      {LOCALES.map((language) => (
        <TextField
          key={language}
          id={`${language}-${id}`}
          name={fieldName(CATEGORY_NAME, language)}
          label={t('categories.name-in', { language: languageIn(language, locale) })}
          defaultValue={isNaming(typed) ? typed.names[fieldName(CATEGORY_NAME, language)] : row?.name[language]}
          maxLength={50}
          lang={language}
          required
        />
      ))}
    </>
  )
}

/** Whether names were posted: what moves or removes a category has none. */
const isNaming = (refused: Refused | null): refused is Refused =>
  refused?.why === 'names' || refused?.why === 'same-name'

interface CategoryProps {
  row: CategoryRow
  others: CategoryRow[]
  /** Stands open with what was typed. */
  refused: Refused | null
  locale: Locale
}

/** One line: its names, how many entries it has and its place; behind the names what changes it. */
function Category({ row, others, refused, locale }: CategoryProps) {
  const { t } = useTranslation('publishing')
  const name = textIn(row.name, locale)
  const id = <input type="hidden" name="id" value={row.sub_category_id} />
  return (
    <>
      <details className="more" open={refused !== null}>
        <summary>
          {LOCALES.map((language) => (
            <span key={language} lang={language} className="category-name">
              {row.name[language]}
            </span>
          ))}
          <span className="muted">{t('categories.entries', { n: row.entries })}</span>
        </summary>
        <div className="stack">
          <form method="post" action={ADDRESS} className="fields">
            {id}
            <NameFields id={row.sub_category_id} row={row} typed={refused} locale={locale} />
            <button type="submit" name="action" value="rename" className={buttonClass('outline')}>
              {t('categories.rename')}
            </button>
          </form>
          {row.entries === 0 && (
            <form method="post" action={ADDRESS} className="row-actions">
              {id}
              <button type="submit" name="action" value="remove" aria-label={t('categories.remove-of', { name })}>
                {t('categories.remove')}
              </button>
            </form>
          )}
          {row.entries > 0 && others.length > 0 && (
            <form method="post" action={ADDRESS}>
              {id}
              <Question name={t('categories.merge-into')} text={t('categories.merge-text', { name, n: row.entries })}>
                <select
                  className={fieldStyles.control}
                  name="into"
                  required
                  aria-label={t('categories.into-of', { name })}
                >
                  <option value="">{t('categories.choose')}</option>
                  {others.map((other) => (
                    <option key={other.sub_category_id} value={other.sub_category_id}>
                      {textIn(other.name, locale)}
                    </option>
                  ))}
                </select>
                <button type="submit" name="action" value="merge" className="danger">
                  {t('categories.merge')}
                </button>
              </Question>
            </form>
          )}
        </div>
      </details>
      <form method="post" action={ADDRESS} className="row-actions">
        {id}
        <MoveButtons title={name} />
      </form>
    </>
  )
}

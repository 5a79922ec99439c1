import { useTranslation } from 'react-i18next'
import { CategoryInUseError, SameNameError } from '../../../functions/commands/publishing/categories'
import { board as boards } from '../../../functions/commands/publishing/fields'
import { commands } from '../../../functions/commands/table'
import type { BoardName } from '../../../functions/contract/board'
import { textIn } from '../../../functions/contract/languages'
import { CATEGORY_NAME, fieldName, fieldsOf } from '../../../functions/contract/text-fields'
import { listCategories, type CategoryRow } from '../../../functions/database/sub-category'
import { InvalidBodyError } from '../../../functions/errors'
import { LOCALES, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { callOf } from '../command-call'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { Question } from '../frame/question'
import { publishingTexts } from '../frame/texts'
import { textFieldsOf, textOf } from './posted-entry'
import { MoveButtons } from './move-buttons'
import { RemoteBoards } from './remote-boards'

const ADDRESS = '/admin/categories'
const placeOf = (id: string) => `category-${id}`
type Refusal = 'same-name' | 'in-use' | 'names' | 'no-target'

/** `GET /admin/categories`: the categories of both boards; after a refusal the one that it is about stands open. */
export async function categoriesPage(c: PageContext, refusal?: Refusal, about = ''): Promise<Response> {
  const { env, locale } = c.var
  const t = publishingTexts(locale)
  const options = {
    title: t('categories.title'),
    lead: t('categories.lead'),
    section: 'categories',
    status: refusal ? 422 : 200,
  } as const
  if (env.UPSTREAM_URL !== null) return adminPage(c, options, <RemoteBoards />)
  const rows = await listCategories(env.DB, c.var.scope)
  return adminPage(
    c,
    options,
    <div className="stack">
      {refusal && <Notice look="danger">{t(`categories.refused.${refusal}`)}</Notice>}
      {boards.options.map((board) => (
        <Categories key={board} {...{ board, locale, about }} rows={rows.filter((row) => row.board === board)} />
      ))}
    </div>,
  )
}

/** `POST /admin/categories`: adds, renames, moves, merges or removes one. */
export async function postCategories(c: PageContext): Promise<Response> {
  const form = await c.req.raw.formData()
  const call = callOf(c)
  let id = textOf(form, 'id')
  const action = textOf(form, 'action')
  const names = textFieldsOf(form, fieldsOf(CATEGORY_NAME))
  try {
    switch (action) {
      case 'add':
        id = await commands['add-category'].performBody(call, { board: textOf(form, 'board'), ...names })
        break
      case 'rename':
        await commands['rename-category'].perform(call, { id, ...names })
        break
      case 'merge':
        if (textOf(form, 'into') === '') return categoriesPage(c, 'no-target', id)
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
    if (error instanceof InvalidBodyError) return categoriesPage(c, 'names', id)
    if (error instanceof SameNameError) return categoriesPage(c, 'same-name', id)
    if (error instanceof CategoryInUseError) return categoriesPage(c, 'in-use', id)
    throw error
  }
  // The place of the category that it was about, or into which it was merged.
  return seeOther(`${ADDRESS}#${encodeURIComponent(placeOf(textOf(form, 'into') || id))}`)
}

interface CategoriesProps {
  board: BoardName
  rows: CategoryRow[]
  /** Id of the category that stands open. */
  about: string
  locale: Locale
}

function Categories({ board, rows, about, locale }: CategoriesProps) {
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
              isOpen={row.sub_category_id === about}
              locale={locale}
            />
          </li>
        ))}
        <li className="panel">
          <form method="post" action={ADDRESS} className="fields">
            <input type="hidden" name="board" value={board} />
            <Names id={`new-${board}`} />
            <button type="submit" name="action" value="add" className={buttonClass()}>
              {t('categories.add')}
            </button>
          </form>
        </li>
      </ul>
    </section>
  )
}

function Names({ id, row }: { id: string; row?: CategoryRow }) {
  const { t } = useTranslation('publishing')
  return (
    <>
      {LOCALES.map((language) => (
        <TextField
          key={language}
          id={`${language}-${id}`}
          name={fieldName(CATEGORY_NAME, language)}
          label={t(`categories.name-in.${language}`)}
          defaultValue={row?.name[language]}
          maxLength={50}
          lang={language}
          required
        />
      ))}
    </>
  )
}

interface CategoryProps {
  row: CategoryRow
  others: CategoryRow[]
  isOpen: boolean
  locale: Locale
}

/** One line: its names, how many entries it has and its place; behind the names what changes it. */
function Category({ row, others, isOpen, locale }: CategoryProps) {
  const { t } = useTranslation('publishing')
  const name = textIn(row.name, locale)
  const id = <input type="hidden" name="id" value={row.sub_category_id} />
  return (
    <>
      <details className="more" open={isOpen}>
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
            <Names id={row.sub_category_id} row={row} />
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
                <select className="control" name="into" required aria-label={t('categories.into-of', { name })}>
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

import { ADMIN_ORDER } from 'virtual:admin-scripts'
import { useTranslation } from 'react-i18next'
import type { Among } from '../../../functions/publishing/move-entry'
import { commands } from '../../../functions/commands/table'
import { itemsInOrder, type OrderedItem } from '../../../functions/database/board-item'
import { listCategories } from '../../../functions/database/sub-category'
import { textIn } from '../../../functions/contract/languages'
import type { Locale } from '../../i18n/locale'
import { ownText } from '../../i18n/own-text'
import { callOf } from '../command-call'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { publishingTexts } from '../frame/texts'
import { readTexts } from '../posted'
import { adminAddress } from './addresses'
import { textOf } from './posted-entry'
import { RemoteBoards } from './remote-boards'

export const ORDER_ADDRESS = `${adminAddress('faq')}/order`
/** The group of the questions that the FAQ shows first; every other is named by its category. */
const TOP = 'top' satisfies Among
const groupAddress = (group: string, more?: Record<string, string>) =>
  `${ORDER_ADDRESS}?${new URLSearchParams({ group, ...more })}`

/** `GET /admin/faq/order`: the questions of `group` as visitors see them: the list of the first page, or that of a category. */
export async function orderPage(c: PageContext): Promise<Response> {
  const { env, scope, locale } = c.var
  const t = publishingTexts(locale)
  const options = { title: t('order.title'), lead: t('order.lead'), section: 'faq' } as const
  if (env.UPSTREAM_URL !== null) return adminPage(c, options, <RemoteBoards />)
  const [items, categories] = await Promise.all([
    itemsInOrder(env.DB, scope, 'faq'),
    listCategories(env.DB, scope, 'faq'),
  ])
  const shown = items.filter(({ withdrawn_at }) => withdrawn_at === null)
  const groups: Group[] = [
    { id: TOP, name: t('order.top'), items: shown.filter(({ is_priority }) => is_priority) },
    ...categories.map((category) => ({
      id: category.sub_category_id,
      name: textIn(category.name, locale),
      items: shown.filter(({ sub_category_id }) => sub_category_id === category.sub_category_id),
    })),
  ].filter(({ items: { length } }) => length > 0)
  const group = groups.find(({ id }) => id === c.req.query('group')) ?? groups[0]
  return adminPage(
    c,
    options,
    <div className="stack">
      <p>
        <a href={adminAddress('faq')}>{t('order.back')}</a>
      </p>
      <nav aria-label={t('order.groups')}>
        <ul className="tabs">
          {groups.map(({ id, name, items: { length } }) => (
            <li key={id}>
              <a href={groupAddress(id)} aria-current={id === group?.id ? 'true' : undefined}>
                {name} <span className="count">{length}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {group && <Questions group={group} locale={locale} moved={c.req.query('moved') ?? ''} />}
      <script src={ADMIN_ORDER} defer />
    </div>,
  )
}

/** `POST /admin/faq/order`: moves a question to a place of its list, or shows it first, and comes back to it. */
export async function postOrder(c: PageContext): Promise<Response> {
  const form = await readTexts(c)
  const [id, group, category] = [textOf(form, 'id'), textOf(form, 'group'), textOf(form, 'category')]
  const action = textOf(form, 'action')
  const among = group === TOP ? TOP : 'category'
  if (action === 'move')
    await commands['move-entry'].perform(callOf(c), { board: 'faq', id, among, place: Number(textOf(form, 'place')) })
  else await commands['set-priority'].perform(callOf(c), { board: 'faq', id, priority: action === 'priority' })
  // What is no longer first stands in its category only.
  return seeOther(groupAddress(action === 'no-priority' ? category : group, { moved: id }))
}

interface Group {
  id: string
  name: string
  items: OrderedItem[]
}

/** @param moved id of the row whose button was pressed: it has the focus */
function Questions({ group, locale, moved }: { group: Group; locale: Locale; moved: string }) {
  const { t } = useTranslation('publishing')
  const { items } = group
  return (
    <section className="panel stack">
      <h2>{group.name}</h2>
      <ol className="order" data-order>
        {items.map((item, index) => {
          const { text, lang } = ownText(item.subject, locale)
          return (
            <li key={item.board_uuid} data-title={text}>
              <form method="post" action={ORDER_ADDRESS} className="row-actions">
                <input type="hidden" name="id" value={item.board_uuid} />
                <input type="hidden" name="group" value={group.id} />
                <input type="hidden" name="category" value={item.sub_category_id} />
                <span className="order-title">
                  <a href={`${adminAddress('faq')}/${item.board_uuid}`} lang={lang}>
                    {text || t('untitled')}
                  </a>
                  {item.is_priority && group.id !== TOP && <span className="mark">{t('order.badge')}</span>}
                </span>
                <select
                  className="control"
                  name="place"
                  defaultValue={index + 1}
                  aria-label={t('order.place-of', { title: text })}
                  autoFocus={moved === item.board_uuid}
                >
                  {items.map((other, place) => (
                    <option key={other.board_uuid} value={place + 1}>
                      {place + 1}
                    </option>
                  ))}
                </select>
                <button type="submit" name="action" value="move">
                  {t('order.move')}
                </button>
                <button type="submit" name="action" value={item.is_priority ? 'no-priority' : 'priority'}>
                  {t(item.is_priority ? 'priority-off' : 'priority-on')}
                </button>
              </form>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

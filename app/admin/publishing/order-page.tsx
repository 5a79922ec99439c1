import { ADMIN_ORDER } from 'virtual:admin-scripts'
import { useTranslation } from 'react-i18next'
import type { Among } from '../../../functions/commands/publishing/move-entry'
import { commands } from '../../../functions/commands/table'
import { itemsInOrder, type OrderedItem } from '../../../functions/database/board-item'
import { listCategories } from '../../../functions/database/sub-category'
import { textIn } from '../../../functions/contract/languages'
import type { Locale } from '../../i18n/locale'
import { ownText } from '../../i18n/own-text'
import { callOf } from '../command-call'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { publishingTexts } from '../frame/texts'
import { adminAddress } from './addresses'
import { textOf } from './posted-entry'
import { RemoteBoards } from './remote-boards'

export const ORDER_ADDRESS = `${adminAddress('faq')}/order`
const amongOf = (text: string): Among => (text === 'top' ? 'top' : 'category')

/** `GET /admin/faq/order`: the questions as visitors see them, in the list of the first page and in those of the categories. */
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
  const moved = { id: c.req.query('moved') ?? '', among: amongOf(c.req.query('among') ?? '') }
  const groups: GroupProps[] = [
    { name: t('order.top'), among: 'top', items: shown.filter(({ is_priority }) => is_priority), locale, moved },
    ...categories.map((category): GroupProps => ({
      name: textIn(category.name, locale),
      among: 'category',
      items: shown.filter(({ sub_category_id }) => sub_category_id === category.sub_category_id),
      locale,
      moved,
    })),
  ]
  return adminPage(
    c,
    options,
    <div className="stack">
      <p>
        <a href={adminAddress('faq')}>{t('order.back')}</a>
      </p>
      {groups
        .filter((group) => group.items.length > 0)
        .map((group) => (
          <Group key={`${group.among} ${group.name}`} {...group} />
        ))}
      <script src={ADMIN_ORDER} defer />
    </div>,
  )
}

/** `POST /admin/faq/order`: moves a question to a place of its list, or shows it first, and comes back to it. */
export async function postOrder(c: PageContext): Promise<Response> {
  const form = await c.req.formData()
  const [id, among] = [textOf(form, 'id'), amongOf(textOf(form, 'among'))]
  const action = textOf(form, 'action')
  if (action === 'move')
    await commands['move-entry'].perform(callOf(c), { board: 'faq', id, among, place: Number(textOf(form, 'place')) })
  else await commands['set-priority'].perform(callOf(c), { board: 'faq', id, priority: action === 'priority' })
  const back = new URLSearchParams({ moved: id, among: action === 'no-priority' ? 'category' : among })
  return seeOther(`${ORDER_ADDRESS}?${back}`)
}

interface GroupProps {
  name: string
  among: Among
  items: OrderedItem[]
  locale: Locale
  /** The row whose button was pressed: it has the focus. */
  moved: { id: string; among: Among }
}

function Group({ name, among, items, locale, moved }: GroupProps) {
  const { t } = useTranslation('publishing')
  return (
    <section className="panel stack">
      <h2>{name}</h2>
      <ol className="order" data-order>
        {items.map((item, index) => {
          const { text, lang } = ownText(item.subject, locale)
          const hasFocus = moved.id === item.board_uuid && moved.among === among
          return (
            <li key={item.board_uuid} data-title={text}>
              <form method="post" action={ORDER_ADDRESS} className="row-actions">
                <input type="hidden" name="id" value={item.board_uuid} />
                <input type="hidden" name="among" value={among} />
                <span className="order-title">
                  <a href={`${adminAddress('faq')}/${item.board_uuid}`} lang={lang}>
                    {text || t('untitled')}
                  </a>
                  {item.is_priority && among === 'category' && <span className="mark">{t('order.badge')}</span>}
                </span>
                <select
                  className="control"
                  name="place"
                  defaultValue={index + 1}
                  aria-label={t('order.place-of', { title: text })}
                  autoFocus={hasFocus}
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

import { useTranslation } from '../../i18n/use-translation'
import { commands } from '../../../functions/commands/table'
import { BOARDS, type BoardName } from '../../../functions/contract/board'
import { textIn } from '../../../functions/contract/languages'
import { itemsInOrder, type OrderedItem } from '../../../functions/database/board-item'
import { listCategories } from '../../../functions/database/sub-category'
import type { Locale } from '../../i18n/locale'
import { ownText } from '../../i18n/own-text'
import { callOf } from '../command-call'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { textsIn } from '../frame/texts'
import { readTexts, textOf } from '../posted'
import { withQuery } from '../frame/addresses'
import { adminAddress, orderAddress } from '../frame/board-addresses'
import { MoveButtons } from './move-buttons'
import { RemoteBoards } from './remote-boards'

/** The group of the questions that a board shows first; every other is named by its category. */
const TOP = 'top'

/** What the address of the page says: the list that it shows, and which question was moved by which button. */
interface Place {
  group: string
  moved?: string
  by?: string
}
const addressOf = (board: BoardName, place: Place) => withQuery(orderAddress(board), { ...place })

/** `GET /admin/faq/order`: the questions of `group` as visitors see them: the list of the first page, or that of a category. */
export async function orderPage(c: PageContext, board: BoardName): Promise<Response> {
  const { env, scope, locale } = c.var
  const t = textsIn(locale, 'publishing')
  const options = { title: t('order.title'), lead: t('order.lead'), section: BOARDS[board].section }
  if (env.UPSTREAM_URL !== null) return adminPage(c, options, <RemoteBoards />)
  const [items, categories] = await Promise.all([
    itemsInOrder(env.DB, scope, board),
    listCategories(env.DB, scope, board),
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
  const { group: asked, moved = '', by = '' } = c.req.query()
  const group = groups.find(({ id }) => id === asked) ?? groups[0]
  return adminPage(
    c,
    options,
    <div className="stack">
      <p>
        <a href={adminAddress(board)}>{t('order.back')}</a>
      </p>
      <nav aria-label={t('order.groups')}>
        <ul className="tabs">
          {groups.map(({ id, name, items: { length } }) => (
            <li key={id}>
              <a href={addressOf(board, { group: id })} aria-current={id === group?.id ? 'page' : undefined}>
                {name} <span className="count">{length}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {group && <Questions board={board} group={group} locale={locale} pressed={{ id: moved, by }} />}
    </div>,
  )
}

/** `POST /admin/faq/order`: moves a question in its list, or shows it first, and comes back to it. */
export async function postOrder(c: PageContext, board: BoardName): Promise<Response> {
  const form = await readTexts(c)
  const [id, group, action] = [textOf(form, 'id'), textOf(form, 'group'), textOf(form, 'action')]
  if (action === 'up' || action === 'down') {
    const among = group === TOP ? 'top' : 'category'
    await commands['move-entry'].perform(callOf(c), { board, id, among, up: action === 'up' })
  } else await commands['set-priority'].perform(callOf(c), { board, id, priority: action === 'priority' })
  // What is no longer first stands in its category only.
  const shownIn = action === 'no-priority' ? textOf(form, 'category') : group
  return seeOther(addressOf(board, { group: shownIn, moved: id, by: action }))
}

interface Group {
  id: string
  name: string
  items: OrderedItem[]
}

interface QuestionsProps {
  board: BoardName
  group: Group
  /** The row and its button that were pressed. */
  pressed: { id: string; by: string }
  locale: Locale
}

function Questions({ board, group, pressed, locale }: QuestionsProps) {
  const { t } = useTranslation('publishing')
  return (
    <section className="panel stack">
      <h2>{group.name}</h2>
      <ol className="order">
        {group.items.map((item) => {
          const { text, lang } = ownText(item.subject, locale)
          const priority = item.is_priority ? 'no-priority' : 'priority'
          const by = pressed.id === item.board_uuid ? pressed.by : ''
          return (
            <li key={item.board_uuid}>
              <form method="post" action={orderAddress(board)} className="row-actions">
                <input type="hidden" name="id" value={item.board_uuid} />
                <input type="hidden" name="group" value={group.id} />
                <input type="hidden" name="category" value={item.sub_category_id} />
                <span className="order-title">
                  <a href={`${adminAddress(board)}/${item.board_uuid}`} lang={lang}>
                    {text || t('untitled')}
                  </a>
                  {item.is_priority && group.id !== TOP && <span className="mark">{t('order.badge')}</span>}
                </span>
                <MoveButtons title={text} pressed={by} />
                <button type="submit" name="action" value={priority} autoFocus={by.endsWith('priority')}>
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

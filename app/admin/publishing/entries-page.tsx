import { useTranslation } from '../../i18n/use-translation'
import {
  ENTRY_STATES,
  listEntries,
  type EntriesPage,
  type EntryRow,
  type EntryState,
} from '../../../functions/database/board-entry'
import { BOARDS, type BoardName } from '../../../functions/contract/board'
import { textIn } from '../../../functions/contract/languages'
import { formatDateTime } from '../../i18n/format'
import { languageIn, type Locale } from '../../i18n/locale'
import { ownText } from '../../i18n/own-text'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { withQuery } from '../frame/addresses'
import { Filters } from '../frame/filters'
import { adminPage, type PageContext } from '../frame/page'
import { Pages } from '../frame/page-links'
import { textsIn } from '../frame/texts'
import { adminAddress, orderAddress } from '../frame/board-addresses'
import { entriesQuery } from './entries-query'
import { RemoteBoards } from './remote-boards'
import { StateMark } from './state-mark'

/** `GET /admin/notices` or `/admin/faq`: the entries of a board in all states. */
export async function entriesPage(c: PageContext, board: BoardName): Promise<Response> {
  const { env, scope, locale } = c.var
  const t = textsIn(locale, 'publishing')
  const told = c.req.query('done') === 'discarded' ? t('message.discarded') : undefined
  const options = { title: t(`${board}.title`), told, lead: t(`${board}.lead`), section: BOARDS[board].section }
  if (env.UPSTREAM_URL !== null) return adminPage(c, options, <RemoteBoards />)
  const { state, q, page } = entriesQuery.parse(c.req.query())
  const result = await listEntries(env.DB, scope, board, { state, q, page })
  return adminPage(
    c,
    options,
    <div className="stack">
      {told && <Notice look="success">{told}</Notice>}
      <Entries {...{ board, result, state, q, locale }} />
    </div>,
  )
}

interface Shown {
  state: EntryState | undefined
  q?: string
  page?: number
}

const addressOf = (board: BoardName, { state, q, page = 1 }: Shown): string =>
  withQuery(adminAddress(board), { state, q: q || undefined, page: page > 1 ? page : undefined })

function Entries({
  board,
  result: { entries, page, pages },
  state,
  q,
  locale,
}: {
  board: BoardName
  result: EntriesPage
  state: EntryState | undefined
  q: string
  locale: Locale
}) {
  const { t } = useTranslation('publishing')
  return (
    <div className="stack">
      <div className="toolbar">
        <form method="post" action={adminAddress(board)}>
          <button type="submit" className={buttonClass()}>
            {t(`${board}.new`)}
          </button>
        </form>
        {BOARDS[board].entries === 'questions' && (
          <a className={buttonClass('outline')} href={orderAddress(board)}>
            {t('order.title')}
          </a>
        )}
      </div>
      <nav aria-label={t('filter')}>
        <ul className="tabs">
          {[undefined, ...ENTRY_STATES].map((name) => (
            <li key={name ?? ''}>
              <a href={addressOf(board, { state: name, q })} aria-current={name === state ? 'page' : undefined}>
                {name ? t(`state.${name}`) : t('state.all')}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Filters
        action={adminAddress(board)}
        kept={{ state }}
        search={{ value: q, hint: t('search') }}
        isOn={false}
        clear={addressOf(board, { state })}
      />
      {entries.length === 0 ? (
        <p className="empty">{t(q || state ? 'nothing-found' : `${board}.empty`)}</p>
      ) : (
        <table className="table linked">
          <thead>
            <tr>
              <th scope="col">{t('column.title')}</th>
              <th scope="col">{t('column.category')}</th>
              <th scope="col">{t('column.state')}</th>
              <th scope="col">{t('column.date')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.board_uuid} board={board} entry={entry} locale={locale} />
            ))}
          </tbody>
        </table>
      )}
      <Pages
        newer={page > 1 ? addressOf(board, { state, q, page: page - 1 }) : null}
        older={page < pages ? addressOf(board, { state, q, page: page + 1 }) : null}
        page={page}
        pages={pages}
        ownOrder
      />
    </div>
  )
}

function Row({ board, entry, locale }: { board: BoardName; entry: EntryRow; locale: Locale }) {
  const { t } = useTranslation('publishing')
  const subject = ownText(entry.subject, locale)
  const address = `${adminAddress(board)}/${entry.board_uuid}`
  const time = entry.withdrawn_at ?? entry.published_at ?? entry.saved_at
  return (
    <tr>
      <td className="subject">
        <a href={address} lang={subject.lang}>
          {subject.text || t('untitled')}
        </a>
        {subject.onlyIn && (
          <span className="mark">{t('only-in', { language: languageIn(subject.onlyIn, locale) })}</span>
        )}
        {entry.is_priority && <span className="mark">{t('order.badge')}</span>}
        {!entry.own && <span className="mark">{t('read-only')}</span>}
        {entry.has_draft && entry.state !== 'draft' && <span className="mark">{t('changed')}</span>}
      </td>
      <td data-label={t('column.category')}>{textIn(entry.category, locale) || '-'}</td>
      <td data-label={t('column.state')} className="nowrap">
        <StateMark entry={entry} />
      </td>
      <td data-label={t('column.date')} className="nowrap">
        {time && <time dateTime={time}>{formatDateTime(time, locale)}</time>}
      </td>
    </tr>
  )
}

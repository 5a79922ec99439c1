import { useTranslation } from '../../i18n/use-translation'
import { listEntries, type EntriesPage, type EntryRow, type EntryState } from '../../../functions/database/board-entry'
import { BOARDS, type BoardName } from '../../../functions/contract/board'
import { textIn } from '../../../functions/contract/languages'
import { formatDateTime } from '../../i18n/format'
import { languageIn, type Locale } from '../../i18n/locale'
import { ownText } from '../../i18n/own-text'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { adminPage, type PageContext } from '../frame/page'
import { textsIn } from '../frame/texts'
import { adminAddress, orderAddress } from '../frame/board-addresses'
import { RemoteBoards } from './remote-boards'
import { StateMark } from './state-mark'

const STATES = ['draft', 'scheduled', 'published', 'withdrawn'] as const satisfies EntryState[]

/** `GET /admin/notices` or `/admin/faq`: the entries of a board in all states. */
export async function entriesPage(c: PageContext, board: BoardName): Promise<Response> {
  const { env, scope, locale } = c.var
  const t = textsIn(locale, 'publishing')
  const told = c.req.query('done') === 'discarded' ? t('message.discarded') : undefined
  const options = { title: t(`${board}.title`), told, lead: t(`${board}.lead`), section: BOARDS[board].section }
  if (env.UPSTREAM_URL !== null) return adminPage(c, options, <RemoteBoards />)
  const state = STATES.find((name) => name === c.req.query('state'))
  const q = (c.req.query('q') ?? '').trim().slice(0, 100)
  const page = Math.max(1, Math.trunc(Number(c.req.query('page')) || 1))
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
  const address = (change: { state?: string | undefined; page?: number }) => {
    const query = new URLSearchParams({
      ...(change.state && { state: change.state }),
      ...(q && { q }),
      ...((change.page ?? 1) > 1 && { page: String(change.page) }),
    })
    return query.size > 0 ? `${adminAddress(board)}?${query}` : adminAddress(board)
  }
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
        <form method="get" action={adminAddress(board)} className="search" role="search">
          {state && <input type="hidden" name="state" value={state} />}
          <input className="control" type="search" name="q" defaultValue={q} aria-label={t('search')} maxLength={100} />
          <button type="submit" className={buttonClass('outline')}>
            {t('search')}
          </button>
        </form>
      </div>
      <nav aria-label={t('filter')}>
        <ul className="tabs">
          {[undefined, ...STATES].map((name) => (
            <li key={name ?? ''}>
              <a href={address({ state: name })} aria-current={name === state ? 'true' : undefined}>
                {name ? t(`state.${name}`) : t('state.all')}
              </a>
            </li>
          ))}
        </ul>
      </nav>
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
      {pages > 1 && (
        <nav className="pages" aria-label={t('pages')}>
          {page > 1 && <a href={address({ state, page: page - 1 })}>{t('page-previous')}</a>}
          <span>{t('page-of', { page, pages })}</span>
          {page < pages && <a href={address({ state, page: page + 1 })}>{t('page-next')}</a>}
        </nav>
      )}
    </div>
  )
}

function Row({ board, entry, locale }: { board: BoardName; entry: EntryRow; locale: Locale }) {
  const { t } = useTranslation('publishing')
  const subject = ownText(entry.subject, locale)
  const address = `${adminAddress(board)}/${entry.board_uuid}`
  const time = entry.withdrawn_at ?? entry.published_at ?? entry.create_date ?? entry.saved_at
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

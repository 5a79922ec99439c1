import { readEntry } from '../../../functions/database/board-entry'
import { droppedAt } from '../../../functions/database/board-dropped'
import { commands } from '../../../functions/commands/table'
import { BOARDS, type BoardName } from '../../../functions/contract/board'
import { listCategories } from '../../../functions/database/sub-category'
import { brands } from '../../../functions/brand/hosts'
import { ownText } from '../../i18n/own-text'
import { callOf } from '../call'
import { adminPage, type PageContext, type PageOptions } from '../frame/page'
import { publishingTexts } from '../frame/texts'
import { Editor } from './editor'
import { MESSAGES, type EditorState } from './editor-state'
import { RemoteBoards } from './remote-boards'

/** `GET /admin/notices/{id}` or `/admin/faq/{id}`: the editor. @throws NotFoundError */
export async function entryPage(c: PageContext, board: BoardName, state: EditorState = {}): Promise<Response> {
  const { env, locale } = c.var
  const t = publishingTexts(locale)
  if (env.UPSTREAM_URL !== null)
    return adminPage(c, { title: t(`${board}.title`), section: BOARDS[board].section }, <RemoteBoards />)
  const id = c.req.param('id') ?? ''
  const entry = await readEntry(env.DB, board, id)
  const [categories, previews, dropped] = await Promise.all([
    listCategories(env.DB, board),
    commands.preview.perform(callOf(c), { board, id }),
    droppedAt(env.DB, board, id),
  ])
  const done = MESSAGES.find((name) => name === c.req.query('done'))
  const options: PageOptions = {
    title: ownText(entry.subject, locale).text || t('untitled'),
    section: BOARDS[board].section,
    status: state.outdated ? 409 : state.faults || state.message || state.file ? 422 : 200,
    frames: true,
  }
  return adminPage(
    c,
    options,
    <Editor
      entry={entry}
      state={{ ...(done && { message: done }), ...state }}
      categories={categories}
      brands={brands.map(({ name, whiteLabel }) => ({ name: name[locale], whiteLabel }))}
      previews={previews}
      dropped={dropped}
      locale={locale}
    />,
  )
}

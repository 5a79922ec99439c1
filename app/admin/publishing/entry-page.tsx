import { readEntry, type EditedEntry } from '../../../functions/database/board-entry'
import { droppedAt } from '../../../functions/database/board-dropped'
import { commands } from '../../../functions/commands/table'
import type { BoardName } from '../../../functions/contract/board'
import { listCategories } from '../../../functions/database/sub-category'
import { brands } from '../../../functions/brand/hosts'
import { callOf } from '../call'
import { adminPage, type PageContext, type PageOptions } from '../frame/page'
import { publishingTexts } from '../frame/texts'
import { Editor } from './editor'
import { SECTION_OF } from './entries-page'
import { MESSAGES, type EditorState } from './editor-state'
import { RemoteBoards } from './remote-boards'

/** `GET /admin/notices/{id}` or `/admin/faq/{id}`: the editor. @throws NotFoundError */
export async function entryPage(c: PageContext, board: BoardName, state: EditorState = {}): Promise<Response> {
  const { env, locale } = c.var
  const t = publishingTexts(locale)
  if (env.UPSTREAM_URL !== null)
    return adminPage(c, { title: t(`${board}.title`), section: SECTION_OF[board] }, <RemoteBoards />)
  const id = c.req.param('id') ?? ''
  const entry = await readEntry(env.DB, board, id)
  const [categories, previews, dropped] = await Promise.all([
    listCategories(env.DB, board),
    commands.preview.perform(callOf(c), { board, id }),
    droppedAt(env.DB, board, id),
  ])
  const done = MESSAGES.find((name) => name === c.req.query('done'))
  const options: PageOptions = {
    title: titleOf(entry, locale) || t('untitled'),
    section: SECTION_OF[board],
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

const titleOf = ({ subject, subject_en }: EditedEntry, locale: 'ko' | 'en') =>
  locale === 'ko' ? subject || subject_en : subject_en || subject

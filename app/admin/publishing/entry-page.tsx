import { readEntry } from '../../../functions/database/board-entry'
import { commands } from '../../../functions/commands/table'
import { BOARDS, type BoardName } from '../../../functions/contract/board'
import { ALL_BRANDS, brandIdOf, type Scope } from '../../../functions/contract/scope'
import { listCategories } from '../../../functions/database/sub-category'
import { brandIdOfLabel, brands } from '../../../functions/brand/hosts'
import type { Locale } from '../../i18n/locale'
import { ownText } from '../../i18n/own-text'
import { callOf } from '../command-call'
import { adminPage, type PageContext, type PageOptions } from '../frame/page'
import { siteOf } from '../frame/site-address'
import { textsIn } from '../frame/texts'
import { ReadOnly } from './read-only'
import { Editor } from './editor'
import { MESSAGES, type EditorState } from './editor-state'
import { RemoteBoards } from './remote-boards'

/** The brands for which somebody may write. */
const brandChoices = (scope: Scope, locale: Locale) =>
  brands
    .filter(({ id }) => (brandIdOf(scope) ?? id) === id)
    .map(({ name, whiteLabel }) => ({ name: name[locale], whiteLabel }))

/** `GET /admin/notices/{id}` or `/admin/faq/{id}`: the editor. @throws NotFoundError */
export async function entryPage(c: PageContext, board: BoardName, state: EditorState = {}): Promise<Response> {
  const { env, scope, locale } = c.var
  const t = textsIn(locale, 'publishing')
  if (env.UPSTREAM_URL !== null)
    return adminPage(c, { title: t(`${board}.title`), section: BOARDS[board].section }, <RemoteBoards />)
  const id = c.req.param('id') ?? ''
  const entry = await readEntry(env.DB, scope, board, id)
  const { text, lang } = ownText(entry.subject, locale)
  const title = text || t('untitled')
  const section = BOARDS[board].section
  if (!entry.own)
    return adminPage(c, { title, lang, section, lead: t('read-only-text') }, <ReadOnly entry={entry} locale={locale} />)
  const [categories, previews] = await Promise.all([
    listCategories(env.DB, scope, board),
    commands.preview.perform(callOf(c), { board, id }),
  ])
  const done = MESSAGES.find((name) => name === c.req.query('done'))
  const message = state.message ?? done
  const options: PageOptions = {
    title,
    lang,
    told: state.outdated ? t('autosave.outdated') : message && t(`message.${message}`),
    section,
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
      brands={brandChoices(scope, locale)}
      canBeForAll={scope === ALL_BRANDS}
      previews={previews}
      site={siteOf(c.req.url, brandIdOfLabel(entry.white_label))}
      locale={locale}
    />,
  )
}

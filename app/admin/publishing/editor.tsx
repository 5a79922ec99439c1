import { ADMIN_EDITOR } from 'virtual:admin-assets'
import { useTranslation } from '../../i18n/use-translation'
import { BOARDS } from '../../../functions/contract/board'
import type { Texts } from '../../../functions/contract/languages'
import { fieldName } from '../../../functions/contract/text-fields'
import type { EditedEntry } from '../../../functions/database/board-entry'
import { CONTENTS_MAX, SUBJECT_MAX } from '../../../functions/publishing/fields'
import type { CategoryRow } from '../../../functions/database/sub-category'
import { formatDateTime } from '../../i18n/format'
import { languageIn, LOCALES, type Locale } from '../../i18n/locale'
import { TextAreaField, TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { actorName } from '../frame/actor-name'
import { adminAddress } from '../frame/board-addresses'
import { Choice, StoredText } from './conflict'
import { FileDialog, LinkDialog } from './dialogs'
import { FILE_REFUSALS, MESSAGES, postedTextOf, type EditorState } from './editor-state'
import { EntrySettings } from './entry-settings'
import { FilePart } from './file-part'
import { MoreActions, Publishing } from './publishing'
import { basisText } from './posted-entry'
import { Toolbar } from './toolbar'
import { Versions } from './versions'

interface EditorProps {
  entry: EditedEntry
  state: EditorState
  categories: CategoryRow[]
  brands: { name: string; whiteLabel: string }[]
  /** Whether a text may be for all brands. */
  canBeForAll: boolean
  /** Origin of the pages of the entry's brand; empty for the host of the admin itself. */
  site: string
  /** Address of the real page in each language. */
  previews: Texts
  locale: Locale
}

/** What the script says. */
const SPOKEN = ['saved', 'saving', 'lost', 'refused', 'outdated', 'restored', 'sending'] as const

/** The form of an entry: each language with the real page beside it, then what can be done with it. */
export function Editor({ entry, state, categories, brands, canBeForAll, site, previews, locale }: EditorProps) {
  const { t } = useTranslation('publishing')
  const { board, board_uuid: id } = entry
  const fields = state.unsaved?.fields ?? entry.fields
  const basis = basisText(state.unsaved?.based ?? entry)
  /** The other text, which the unsaved one would overwrite. */
  const stored = state.outdated && state.unsaved ? entry.fields : undefined
  const spoken = Object.fromEntries([
    ...SPOKEN.map((name) => [name, t(`autosave.${name}`)]),
    ...(['invalid', 'unknown-file', ...FILE_REFUSALS] as const).map((name) => [name, t(`message.${name}`)]),
    ['untitled', t('untitled')],
  ])
  return (
    <div className="stack">
      <Message entry={entry} state={state} site={site} locale={locale} />
      <form
        method="post"
        action={`${adminAddress(board)}/${id}`}
        encType="multipart/form-data"
        className="stack"
        // A browser that goes back would put a text typed over an older one into this form, but not its basis.
        autoComplete="off"
        data-posted={postedTextOf(state)}
        data-editor={`/api/admin/${BOARDS[board].section}/${id}`}
        data-texts={JSON.stringify(
          LOCALES.map((language) => ({
            language,
            subject: fieldName('subject*', language),
            contents: fieldName('contents*', language),
          })),
        )}
        data-messages={JSON.stringify(spoken)}
      >
        <input type="hidden" name="basis" value={basis} />
        <EntrySettings {...{ board, fields, stored, categories, brands, canBeForAll, locale }} />
        {LOCALES.map((language) => {
          const [subject, contents] = [fieldName('subject*', language), fieldName('contents*', language)]
          return (
            <fieldset key={language} className="panel language-part">
              <legend>{languageIn(language, locale)}</legend>
              <div className="stack">
                <TextField
                  id={subject}
                  name={subject}
                  label={t('subject')}
                  lang={language}
                  maxLength={SUBJECT_MAX}
                  defaultValue={fields.subject[language]}
                />
                <Toolbar area={contents} />
                <TextAreaField
                  id={contents}
                  name={contents}
                  label={t('contents')}
                  hint={t('contents-hint')}
                  lang={language}
                  rows={16}
                  maxLength={CONTENTS_MAX}
                  defaultValue={fields.contents[language]}
                />
              </div>
              {stored ? (
                <StoredText language={language} fields={stored} />
              ) : (
                <RealPage
                  language={language}
                  frame={`${adminAddress(entry.board)}/${entry.board_uuid}/page?lng=${language}`}
                  address={site + previews[language]}
                  area={contents}
                  locale={locale}
                />
              )}
            </fieldset>
          )
        })}
        <FilePart refused={state.file} locale={locale} />
        {!stored && <MoreActions entry={entry} />}
        {stored ? <Choice seen={entry} /> : <Publishing entry={entry} state={state} locale={locale} />}
      </form>
      {!stored && <Versions entry={entry} basis={basis} locale={locale} />}
      <LinkDialog />
      <FileDialog />
      <script src={ADMIN_EDITOR} defer />
    </div>
  )
}

/** The page of a language in a frame, which the script of the editor keeps up to date, and its preview address. */
function RealPage({
  language,
  frame,
  address,
  area,
  locale,
}: {
  language: Locale
  frame: string
  address: string
  area: string
  locale: Locale
}) {
  const { t } = useTranslation('publishing')
  return (
    <div className="real-page">
      <p className="muted">{t('real-page')}</p>
      <iframe
        title={t('preview-of', { language: languageIn(language, locale) })}
        src={frame}
        loading="lazy"
        data-preview={area}
      />
      <p>
        <a href={address} target="_blank" rel="noopener">
          {t('share', { language: languageIn(language, locale) })}
        </a>
      </p>
    </div>
  )
}

/** What was done, with the next step: to the page, or back. With the next letter it is no longer true, and goes. */
function Message({
  entry,
  state: { message, outdated, unsaved },
  site,
  locale,
}: Pick<EditorProps, 'entry' | 'state' | 'site' | 'locale'>) {
  const { t } = useTranslation('publishing')
  if (outdated)
    return (
      <Notice look="danger">
        {t('outdated', {
          who: actorName(outdated.by ?? '', locale),
          time: outdated.at ? formatDateTime(outdated.at, locale) : '',
        })}{' '}
        {unsaved && t('conflict.compare')}
      </Notice>
    )
  if (!message) return null
  const isDone = (MESSAGES as readonly string[]).includes(message)
  const isPublic = message === 'published' || message === 'published-again'
  return (
    <div data-message>
      <Notice look={isDone ? 'success' : 'danger'}>
        {t(`message.${message}`)}{' '}
        {isPublic && <a href={`${site}${BOARDS[entry.board].address}/${entry.board_uuid}`}>{t('view-it')}</a>}
      </Notice>
    </div>
  )
}

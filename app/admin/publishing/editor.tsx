import { useTranslation } from 'react-i18next'
import { BOARDS } from '../../../functions/contract/board'
import { textIn, type Texts } from '../../../functions/contract/locale'
import { fieldName } from '../../../functions/contract/text-fields'
import type { EditedEntry } from '../../../functions/database/board-entry'
import { CONTENTS_MAX, SUBJECT_MAX } from '../../../functions/commands/publishing/fields'
import type { CategoryRow } from '../../../functions/database/sub-category'
import { formatDateTime } from '../../i18n/format'
import { LOCALES, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { SelectField, TextAreaField, TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { adminAddress } from './addresses'
import { EDITOR_SCRIPT } from './editor-script'
import { Choice, StoredText } from './conflict'
import { MESSAGES, postedTextOf, type EditorState } from './editor-state'
import { FaultList, Publishing } from './publishing'
import { basisText } from './form'
import { Toolbar } from './toolbar'
import { Versions } from './versions'

interface EditorProps {
  entry: EditedEntry
  state: EditorState
  categories: CategoryRow[]
  brands: { name: string; whiteLabel: string }[]
  /** Address of the real page in each language. */
  previews: Texts
  locale: Locale
}

/** The form of an entry: each language with the real page beside it, then what can be done with it. */
export function Editor({ entry, state, categories, brands, previews, locale }: EditorProps) {
  const { t } = useTranslation('publishing')
  const { board, board_uuid: id } = entry
  const fields = state.unsaved?.fields ?? entry.fields
  const basis = basisText(state.unsaved?.based ?? entry)
  /** The other text, which the unsaved one would overwrite. */
  const stored = state.outdated && state.unsaved ? entry.fields : undefined
  const category = categories.find((each) => each.sub_category_id === stored?.sub_category_id)
  const brand = brands.find(({ whiteLabel }) => whiteLabel === stored?.white_label)
  const hint = (value: string) => stored && t('conflict.stored', { value })
  return (
    <div className="stack">
      <Message state={state} locale={locale} />
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
          LOCALES.map((language) => [fieldName('subject*', language), fieldName('contents*', language)]),
        )}
        data-messages={JSON.stringify({
          saved: t('autosave.saved'),
          saving: t('autosave.saving'),
          lost: t('autosave.lost'),
          outdated: t('autosave.outdated'),
          restored: t('autosave.restored'),
        })}
      >
        <input type="hidden" name="basis" value={basis} />
        <p className="state-line">
          <span className={`state state-${entry.state}`}>{t(`state.${entry.state}`)}</span>
          {entry.published_at && (
            <time dateTime={entry.published_at}>{t('kst', { time: formatDateTime(entry.published_at, locale) })}</time>
          )}
          {entry.has_draft && <span className="mark">{t(entry.state === 'draft' ? 'not-public' : 'changed')}</span>}
          <span role="status" className="muted" data-status />
        </p>
        <div className="panel fields">
          <SelectField
            id="sub_category_id"
            name="sub_category_id"
            label={t('column.category')}
            defaultValue={fields.sub_category_id}
            hint={hint(category ? textIn(category.name, locale) : '-')}
          >
            <option value="">{t('choose')}</option>
            {categories.map((each) => (
              <option key={each.sub_category_id} value={each.sub_category_id}>
                {textIn(each.name, locale)}
              </option>
            ))}
          </SelectField>
          <SelectField
            id="white_label"
            name="white_label"
            label={t('brand')}
            defaultValue={fields.white_label ?? ''}
            hint={hint(brand?.name ?? t('all-brands'))}
          >
            <option value="">{t('all-brands')}</option>
            {brands.map(({ name, whiteLabel }) => (
              <option key={whiteLabel} value={whiteLabel}>
                {name}
              </option>
            ))}
          </SelectField>
          {BOARDS[board].firstChip === 'top' && (
            <label className="check">
              <input type="checkbox" name="is_priority" defaultChecked={fields.is_priority} /> {t('priority')}
              {stored && (
                <span className="muted">{hint(t(stored.is_priority ? 'priority-shown' : 'priority-not'))}</span>
              )}
            </label>
          )}
        </div>
        {LOCALES.map((language) => {
          const [subject, contents] = [fieldName('subject*', language), fieldName('contents*', language)]
          return (
            <fieldset key={language} className="panel language-part">
              <legend>{t(`language.${language}`)}</legend>
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
                <RealPage language={language} address={previews[language]} area={contents} />
              )}
            </fieldset>
          )
        })}
        <FilePart />
        {state.faults && <FaultList faults={state.faults} />}
        {stored ? <Choice seen={entry} /> : <Publishing entry={entry} state={state} />}
      </form>
      {!stored && <Versions entry={entry} basis={basis} locale={locale} />}
      <script src={EDITOR_SCRIPT} defer />
    </div>
  )
}

/** The preview address of a language in a frame, which the script of the editor keeps up to date. */
function RealPage({ language, address, area }: { language: Locale; address: string; area: string }) {
  const { t } = useTranslation('publishing')
  return (
    <div className="real-page">
      <p className="muted">{t('real-page')}</p>
      <iframe title={t(`preview-of.${language}`)} src={address} loading="lazy" data-preview={area} />
      <p>
        <a href={address} target="_blank" rel="noopener">
          {t(`share.${language}`)}
        </a>
      </p>
    </div>
  )
}

function Message({ state: { message, outdated, unsaved }, locale }: { state: EditorState; locale: Locale }) {
  const { t } = useTranslation('publishing')
  if (outdated)
    return (
      <Notice look="danger">
        {t('outdated', {
          who: outdated.by === 'local' ? t('this-machine') : (outdated.by ?? ''),
          time: outdated.at ? formatDateTime(outdated.at, locale) : '',
        })}{' '}
        {unsaved && t('conflict.compare')}
      </Notice>
    )
  if (!message) return null
  return (
    <Notice look={(MESSAGES as readonly string[]).includes(message) ? 'success' : 'danger'}>
      {t(`message.${message}`)}
    </Notice>
  )
}

/** Pictures and attachments: dropped on a text with a script, chosen here without one. */
function FilePart() {
  const { t } = useTranslation('publishing')
  return (
    <fieldset className="panel file-part" data-files>
      <legend>{t('file.title')}</legend>
      <p className="muted">{t('file.hint')}</p>
      <div className="fields">
        <div className="plain-field">
          <label htmlFor="file">{t('file.choose')}</label>
          <input id="file" type="file" name="file" />
        </div>
        <TextField id="alt" name="alt" label={t('file.alt')} hint={t('file.alt-hint')} maxLength={300} />
        <SelectField id="into" name="into" label={t('file.into')}>
          {LOCALES.map((language) => (
            <option key={language} value={fieldName('contents*', language)}>
              {t(`language.${language}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <button type="submit" name="action" value="add-file" className={buttonClass('outline')}>
        {t('file.add')}
      </button>
    </fieldset>
  )
}

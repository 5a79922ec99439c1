import { useTranslation } from '../../i18n/use-translation'
import type { EditedEntry, EntryFields } from '../../../functions/database/board-entry'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextAreaField, TextField } from '../../ui/field'
import { basisText } from './posted-entry'

/** One language of the text that was saved first, to compare and to copy from. It is not posted. */
export function StoredText({ language, fields }: { language: Locale; fields: EntryFields }) {
  const { t } = useTranslation('publishing')
  return (
    <div className="stack">
      <TextField
        id={`stored-subject-${language}`}
        label={t('conflict.subject')}
        lang={language}
        defaultValue={fields.subject[language]}
        readOnly
      />
      <TextAreaField
        id={`stored-contents-${language}`}
        label={t('conflict.contents')}
        lang={language}
        rows={16}
        defaultValue={fields.contents[language]}
        readOnly
      />
    </div>
  )
}

/** The choice between the typed text and the stored one of the page, whose basis it posts: a later text is another conflict. */
export function Choice({ seen }: { seen: EditedEntry }) {
  const { t } = useTranslation('publishing')
  return (
    <section className="panel stack" aria-labelledby="choice">
      <h2 id="choice">{t('conflict.title')}</h2>
      <p>{t('conflict.lead')}</p>
      <input type="hidden" name="seen" value={basisText(seen)} />
      <div className="row-actions">
        <button type="submit" name="action" value="keep-mine" className={buttonClass('outline')}>
          {t('conflict.keep-mine')}
        </button>
        <button type="submit" name="action" value="take-theirs" className={buttonClass('outline')}>
          {t('conflict.take-theirs')}
        </button>
      </div>
    </section>
  )
}

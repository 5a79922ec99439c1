import { useTranslation } from 'react-i18next'
import { forbids, type Fault } from '../../../functions/commands/publishing/checks'
import type { EditedEntry } from '../../../functions/database/board-entry'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Question } from '../frame/question'
import type { EditorState } from './editor-state'
import { seoulInput } from './form'

/** What was found before publishing; only some of it forbids to publish. */
export function FaultList({ faults }: { faults: Fault[] }) {
  const { t } = useTranslation('publishing')
  return (
    <section className="panel faults" role="alert" tabIndex={-1} id="faults" aria-labelledby="faults-title">
      <h2 id="faults-title">{t(faults.some(forbids) ? 'fault.forbidden' : 'fault.title')}</h2>
      <ul>
        {faults.map(({ code, language, detail = '' }) => (
          <li key={`${code} ${language} ${detail}`}>
            {language && `${t(`language.${language}`)}: `}
            {t(`fault.${code}`)} {detail && <code>{detail}</code>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The buttons below the text: save, publish now or at a time, withdraw. */
export function Publishing({
  entry: { state, has_draft, published_at },
  state: editor,
}: {
  entry: EditedEntry
  state: EditorState
}) {
  const { t } = useTranslation('publishing')
  const anyway = editor.faults && !editor.faults.some(forbids)
  const discard = state === 'draft' ? 'discard-entry' : 'discard'
  const typedTime = editor.at ?? (state === 'scheduled' ? seoulInput(published_at) : '')
  return (
    <section className="panel stack" aria-label={t('actions')}>
      {anyway && <input type="hidden" name="confirmed" value="yes" />}
      <div className="row-actions">
        <button type="submit" name="action" value="save" className={buttonClass('outline')}>
          {t('save')}
        </button>
        <button type="submit" name="action" value="publish" className={buttonClass()}>
          {t(
            anyway && editor.at === null
              ? 'publish-anyway'
              : state === 'published'
                ? 'publish-correction'
                : 'publish-now',
          )}
        </button>
      </div>
      {state !== 'published' && (
        <div className="fields">
          <TextField id="at" name="at" type="datetime-local" label={t('at')} defaultValue={typedTime} />
          <button type="submit" name="action" value="schedule" className={buttonClass('outline')}>
            {t(anyway && editor.at ? 'schedule-anyway' : 'schedule')}
          </button>
        </div>
      )}
      <div className="row-actions">
        {(state === 'published' || state === 'scheduled') && (
          <button type="submit" name="action" value="withdraw" className={buttonClass('outline')}>
            {t('withdraw')}
          </button>
        )}
        {state === 'withdrawn' && (
          <button type="submit" name="action" value="publish-again" className={buttonClass('outline')}>
            {t('publish-again')}
          </button>
        )}
        {has_draft && (
          <Question name={t(discard)} text={t(`${discard}-text`)}>
            <button type="submit" name="action" value="discard" className="danger">
              {t(`${discard}-confirm`)}
            </button>
          </Question>
        )}
      </div>
    </section>
  )
}

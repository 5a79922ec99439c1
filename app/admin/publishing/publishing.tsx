import { useTranslation } from '../../i18n/use-translation'
import { forbids, type Fault } from '../../../functions/publishing/checks'
import { wasPublic } from '../../../functions/contract/board'
import type { EditedEntry } from '../../../functions/database/board-entry'
import { seoulMinute } from '../../../functions/contract/seoul'
import { formatDateTime } from '../../i18n/format'
import { languageIn, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Question } from '../frame/question'
import type { EditorState } from './editor-state'
import { StateMark } from './state-mark'

/** What was found before publishing; only some of it forbids to publish. It has the focus, so that nobody looks for it. */
function FaultList({ faults, locale }: { faults: Fault[]; locale: Locale }) {
  const { t } = useTranslation('publishing')
  return (
    <section className="panel faults" role="alert" tabIndex={-1} autoFocus id="faults" aria-labelledby="faults-title">
      <h2 id="faults-title">{t(faults.some(forbids) ? 'fault.forbidden' : 'fault.title')}</h2>
      <ul>
        {faults.map(({ code, language, detail = '' }) => (
          <li key={`${code} ${language} ${detail}`}>
            <FaultText code={code} language={language} locale={locale} /> {detail && <code>{detail}</code>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function FaultText({ code, language, locale }: Pick<Fault, 'code' | 'language'> & { locale: Locale }) {
  const { t } = useTranslation('publishing')
  if (code === 'missing-language')
    return language && t('fault.missing-language', { language: languageIn(language, locale) })
  return `${language ? `${languageIn(language, locale)}: ` : ''}${t(`fault.${code}`)}`
}

/** The bar that stays in sight: the state of the text, what was found before publishing, save, publish now or at a time. */
export function Publishing({
  entry,
  state: editor,
  locale,
}: {
  entry: EditedEntry
  state: EditorState
  locale: Locale
}) {
  const { t } = useTranslation('publishing')
  const { state, has_draft, published_at } = entry
  const anyway = editor.faults && !editor.faults.some(forbids)
  const typedTime = editor.at ?? (state === 'scheduled' && published_at ? seoulMinute(Date.parse(published_at)) : '')
  return (
    <section className="panel action-bar" aria-label={t('actions')}>
      {editor.faults && <FaultList faults={editor.faults} locale={locale} />}
      {anyway && <input type="hidden" name="confirmed" value="yes" />}
      <p className="state-line">
        <StateMark entry={entry} />
        {published_at && (
          <time dateTime={published_at}>{t('kst', { time: formatDateTime(published_at, locale) })}</time>
        )}
        <span className="mark" data-unpublished hidden={!has_draft}>
          {t(state === 'draft' ? 'not-public' : 'changed')}
        </span>
        <output className="muted" data-status />
      </p>
      {state === 'scheduled' && (
        <p className="warning" data-unpublished hidden={!has_draft}>
          {t('scheduled-text')}
        </p>
      )}
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
        {state !== 'published' && (
          <details className="later" open={typedTime !== '' || editor.message === 'no-time'}>
            <summary>{t('later')}</summary>
            <div className="fields">
              <TextField id="at" name="at" type="datetime-local" label={t('at')} defaultValue={typedTime} />
              <button type="submit" name="action" value="schedule" className={buttonClass('outline')}>
                {t(anyway && editor.at ? 'schedule-anyway' : 'schedule')}
              </button>
            </div>
          </details>
        )}
      </div>
    </section>
  )
}

/** What is done seldom: take from the site, show again, drop the text. */
export function MoreActions({ entry }: { entry: EditedEntry }) {
  const { t } = useTranslation('publishing')
  const { state, has_draft } = entry
  const discard = state === 'draft' ? 'discard-entry' : 'discard'
  return (
    <div className="row-actions">
      {(state === 'published' || state === 'scheduled') && (
        <button type="submit" name="action" value="withdraw" className={buttonClass('outline')}>
          {t(state === 'scheduled' ? 'cancel-schedule' : 'withdraw')}
        </button>
      )}
      {state === 'withdrawn' && wasPublic(entry) && (
        <button type="submit" name="action" value="publish-again" className={buttonClass('outline')}>
          {t('publish-again')}
        </button>
      )}
      <div data-unpublished hidden={!has_draft}>
        <Question name={t(discard)} text={t(`${discard}-text`)}>
          <button type="submit" name="action" value="discard" className="danger">
            {t(`${discard}-confirm`)}
          </button>
        </Question>
      </div>
    </div>
  )
}

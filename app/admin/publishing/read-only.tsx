import { renderMarkdown } from '../../../functions/publishing/markdown'
import type { EditedEntry } from '../../../functions/database/board-entry'
import { LOCALES } from '../../i18n/locale'
import { useLanguageName } from '../frame/language-names'

/** What visitors read of an entry that somebody else looks after. */
export function ReadOnly({ entry: { fields } }: { entry: EditedEntry }) {
  const nameOf = useLanguageName()
  return (
    <div className="stack">
      {LOCALES.filter((language) => fields.subject[language] !== '').map((language) => (
        <section key={language} className="panel stack" aria-label={nameOf(language)}>
          <h2 lang={language}>{fields.subject[language]}</h2>
          <div
            className="reply-text"
            lang={language}
            dangerouslySetInnerHTML={{ __html: renderMarkdown(fields.contents[language]) }}
          />
        </section>
      ))}
    </div>
  )
}

import { renderMarkdown } from '../../../functions/publishing/markdown'
import type { EditedEntry } from '../../../functions/database/board-entry'
import { languageIn, LOCALES, type Locale } from '../../i18n/locale'

/** What visitors read of an entry that somebody else looks after. */
export function ReadOnly({ entry: { fields }, locale }: { entry: EditedEntry; locale: Locale }) {
  return (
    <div className="stack">
      {LOCALES.filter((language) => fields.subject[language] !== '').map((language) => (
        <section key={language} className="panel stack" aria-label={languageIn(language, locale)}>
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

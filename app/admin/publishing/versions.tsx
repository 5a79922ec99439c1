import { useTranslation } from '../../i18n/use-translation'
import { textIn } from '../../../functions/contract/languages'
import type { EditedEntry } from '../../../functions/database/board-entry'
import { formatDateTime } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { actorName } from '../frame/actor-name'
import { adminAddress } from '../frame/board-addresses'
import { Question } from '../frame/question'

interface VersionsProps {
  entry: EditedEntry
  basis: string
  locale: Locale
}

/**
 * Every published version, newest first. Bringing one back makes it the draft, in place of the text with that basis: it is asked about
 * first.
 */
export function Versions({ entry, basis, locale }: VersionsProps) {
  const { t } = useTranslation('publishing')
  if (entry.versions.length === 0) return null
  return (
    <section className="stack" aria-labelledby="versions">
      <h2 id="versions">{t('versions.title')}</h2>
      <p className="muted">{t('versions.lead')}</p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('versions.number')}</th>
            <th scope="col">{t('column.title')}</th>
            <th scope="col">{t('versions.made')}</th>
            <th scope="col">{t('versions.by')}</th>
            <th scope="col">{t('versions.action')}</th>
          </tr>
        </thead>
        <tbody>
          {entry.versions.map(({ version, subject, made_at, made_by }) => (
            <tr key={version}>
              <td data-label={t('versions.number')}>{version}</td>
              <td data-label={t('column.title')}>{textIn(subject, locale)}</td>
              <td data-label={t('versions.made')} className="nowrap">
                <time dateTime={made_at}>{formatDateTime(made_at, locale)}</time>
              </td>
              <td data-label={t('versions.by')}>{made_by ? actorName(made_by, locale) : '-'}</td>
              <td data-label={t('versions.action')}>
                <form method="post" action={`${adminAddress(entry.board)}/${entry.board_uuid}`}>
                  <input type="hidden" name="basis" value={basis} />
                  <input type="hidden" name="version" value={version} />
                  <Question name={t('versions.bring-back')} text={t('versions.bring-back-text')}>
                    <button type="submit" name="action" value="bring-back">
                      {t('versions.bring-back-of', { version })}
                    </button>
                  </Question>
                </form>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

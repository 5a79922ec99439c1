import { useTranslation } from 'react-i18next'
import { readLog, type LogEntry } from '../../../functions/database/admin-log'
import { formatDateTime } from '../../i18n/format'
import type { Locale } from '../../i18n/locale'
import { actorName } from '../frame/actor-name'
import { adminPage, type PageContext } from '../frame/page'

/** `GET /admin/log?before=`: who did what, newest first. */
export async function logPage(c: PageContext): Promise<Response> {
  const before = Number(c.req.query('before') ?? '')
  const { entries, next } = await readLog(c.var.env, Number.isSafeInteger(before) && before > 0 ? before : undefined)
  const { t, locale } = c.var
  return adminPage(
    c,
    { title: t('log.title'), lead: t('log.lead'), section: 'log' },
    <Log {...{ entries, next, locale }} />,
  )
}

function Log({ entries, next, locale }: { entries: LogEntry[]; next: number | null; locale: Locale }) {
  const { t } = useTranslation('admin')
  if (entries.length === 0) return <p className="empty">{t('log.empty')}</p>
  return (
    <div className="stack">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('log.at')}</th>
            <th scope="col">{t('log.actor')}</th>
            <th scope="col">{t('log.action')}</th>
            <th scope="col">{t('log.subject')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, at, actor, action, subject }) => (
            <tr key={id}>
              <td className="nowrap" data-label={t('log.at')}>
                <time dateTime={at}>{formatDateTime(at, locale)}</time>
              </td>
              <td data-label={t('log.actor')}>{actorName(actor, t)}</td>
              <td data-label={t('log.action')}>{t(`action.${action}`)}</td>
              <td data-label={t('log.subject')}>{subject === '' ? '-' : subject}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {next !== null && (
        <nav className="pages" aria-label={t('log.pages')}>
          <a href={`/admin/log?before=${next}`}>{t('log.older')}</a>
        </nav>
      )}
    </div>
  )
}

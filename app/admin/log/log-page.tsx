import { useTranslation } from '../../i18n/use-translation'
import { LOGGED_ACTIONS, logActors, readLog, type LogEntry } from '../../../functions/database/admin-log'
import { type LoggedName, namesOf } from '../../../functions/database/log-names'
import type { Locale } from '../../i18n/locale'
import { SelectField, TextField } from '../../ui/field'
import { actorName } from '../frame/actor-name'
import { CheckField, Filters } from '../frame/filters'
import { adminPage, type PageContext } from '../frame/page'
import { Pages, ROWS } from '../frame/page-links'
import { textsIn } from '../frame/texts'
import { Moment } from '../frame/time'
import { type LogQuery, logQuery } from './log-query'
import { idsIn, Sentence } from './sentence'

const LOG = '/admin/log'

/** `GET /admin/log`: who did what, newest first; `day`, `actor`, `action`, and `reading=yes` for what was only looked at. */
export async function logPage(c: PageContext): Promise<Response> {
  const { before, reading, ...filters } = logQuery.parse(c.req.query())
  const { env, scope, locale } = c.var
  const t = textsIn(locale, 'admin')
  const [{ entries, next }, actors] = await Promise.all([
    readLog(env, scope, before, { ...filters, changes: reading !== 'yes' && !filters.action }, ROWS),
    logActors(env, scope),
  ])
  const names = await namesOf(env.DB, scope, entries.flatMap(idsIn))
  return adminPage(
    c,
    { title: t('log.title'), lead: t('log.lead'), section: 'log' },
    <Log {...{ entries, next, names, actors, locale, asked: { ...filters, reading, before } }} />,
  )
}

interface LogProps {
  entries: LogEntry[]
  next: number | null
  names: Map<string, LoggedName>
  actors: string[]
  locale: Locale
  asked: LogQuery
}

function address({ before, ...filters }: LogQuery): string {
  const pairs = Object.entries({ ...filters, before: before?.toString() }).filter(([, value]) => value)
  return pairs.length === 0 ? LOG : `${LOG}?${new URLSearchParams(pairs as [string, string][])}`
}

function Log({ entries, next, names, actors, locale, asked: { before, ...filters } }: LogProps) {
  const { t } = useTranslation('admin')
  const isOn = Boolean(filters.day || filters.actor || filters.action || filters.reading === 'yes')
  return (
    <div className="stack">
      <Filters action={LOG} isOn={isOn} clear={LOG}>
        <TextField id="day" name="day" type="date" label={t('log.day')} defaultValue={filters.day ?? ''} />
        <SelectField id="actor" name="actor" label={t('log.actor')} defaultValue={filters.actor ?? ''}>
          <option value="">{t('log.anybody')}</option>
          {actors.map((actor) => (
            <option key={actor} value={actor}>
              {actorName(actor, locale)}
            </option>
          ))}
        </SelectField>
        <SelectField id="action" name="action" label={t('log.action')} defaultValue={filters.action ?? ''}>
          <option value="">{t('log.anything')}</option>
          {LOGGED_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {t(`action.${action}`)}
            </option>
          ))}
        </SelectField>
        <div className="checks-row">
          <CheckField name="reading" label={t('log.reading')} checked={filters.reading === 'yes'} />
        </div>
      </Filters>
      {filters.reading !== 'yes' && !filters.action && <p className="muted">{t('log.without-reading')}</p>}
      {entries.length === 0 ? (
        <p className="empty">{t(isOn || before ? 'log.nothing-found' : 'log.empty')}</p>
      ) : (
        <ol className="log panel">
          {entries.map((entry) => (
            <li key={entry.id}>
              <Moment iso={entry.at} locale={locale} /> <Sentence entry={entry} names={names} locale={locale} />
            </li>
          ))}
        </ol>
      )}
      <Pages
        newer={before === undefined ? null : address({ ...filters, before: undefined })}
        older={next === null ? null : address({ ...filters, before: next })}
      />
    </div>
  )
}

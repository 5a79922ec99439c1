import { useTranslation } from '../../i18n/use-translation'
import { LOGGED_ACTIONS, logActors, readLog, type LogEntry } from '../../../functions/database/admin-log'
import { type LoggedName, namesOf } from '../../../functions/database/log-names'
import type { Locale } from '../../i18n/locale'
import { SelectField, TextField } from '../../ui/field'
import { actorName } from '../frame/actor-name'
import { withQuery } from '../frame/addresses'
import { CheckField, Filters } from '../frame/filters'
import { adminPage, type PageContext } from '../frame/page'
import { ADMIN_PAGE_SIZE } from '../../../functions/contract/list-limits'
import { Pages } from '../frame/page-links'
import { textsIn } from '../frame/texts'
import { Moment } from '../frame/time'
import { type LogQuery, logQuery } from './log-query'
import { idsIn, Sentence } from './sentence'

const LOG = '/admin/log'

/** `GET /admin/log`: who did what, newest first; `day`, `actor`, `action`, and `reading=yes` for what was only looked at. */
export async function logPage(c: PageContext): Promise<Response> {
  const { reading, ...filters } = logQuery.omit({ before: true }).parse(c.req.query())
  const way = (c.req.queries('before') ?? []).flatMap((before) => logQuery.parse({ before }).before ?? [])
  const { env, scope, locale } = c.var
  const t = textsIn(locale, 'admin')
  const [{ entries, next }, actors] = await Promise.all([
    readLog(env, scope, way.at(-1), { ...filters, changes: reading !== 'yes' && !filters.action }, ADMIN_PAGE_SIZE),
    logActors(env, scope),
  ])
  const names = await namesOf(env.DB, scope, entries.flatMap(idsIn))
  return adminPage(
    c,
    { title: t('log.title'), lead: t('log.lead'), section: 'log' },
    <Log {...{ entries, next, names, actors, locale, asked: { ...filters, reading }, way }} />,
  )
}

interface LogProps {
  entries: LogEntry[]
  next: number | null
  names: Map<string, LoggedName>
  actors: string[]
  locale: Locale
  asked: Asked
  /** Where each page begins on the way from the newest to this one: what `before` says, once for each page. */
  way: number[]
}
type Asked = Omit<LogQuery, 'before'>

const address = (filters: Asked, way: number[]): string => withQuery(LOG, { ...filters, before: way })

function Log({ entries, next, names, actors, locale, asked: filters, way }: LogProps) {
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
        <p className="empty">{t(isOn || way.length > 0 ? 'log.nothing-found' : 'log.empty')}</p>
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
        newer={way.length === 0 ? null : address(filters, way.slice(0, -1))}
        older={next === null ? null : address(filters, [...way, next])}
      />
    </div>
  )
}

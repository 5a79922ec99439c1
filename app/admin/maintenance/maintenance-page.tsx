import { z } from 'zod'
import { useTranslation } from '../../i18n/use-translation'
import { readMaintenanceEntry, type MaintenanceEntry } from '../../../functions/commands/maintenance'
import { commands } from '../../../functions/commands/table'
import {
  announcementShape,
  maintenanceOf,
  reasonFields,
  type Maintenance,
} from '../../../functions/contract/maintenance'
import { fromSeoulInput, seoulMinute } from '../../../functions/contract/seoul'
import { isInForce, maintenanceWindow } from '../../../functions/contract/maintenance-window'
import { InvalidBodyError } from '../../../functions/errors'
import { languageIn, LOCALES, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Fact, Facts } from '../frame/facts'
import { callOf } from '../command-call'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { textsIn } from '../frame/texts'
import { Time } from '../frame/time'
import { readTexts, textOf } from '../posted'
import { FIELDS, type Field, LONG_HOURS, MaintenanceForm, PATH, type Values } from './maintenance-form'

const announcement = z.object(announcementShape)

/** What was posted: why it was not taken, or what it would announce. */
interface Posted {
  values: Values
  faults: Field[]
  checked: Maintenance | null
}

/** `GET /admin/maintenance`: the same switch as `npm run maintenance`. */
export const maintenancePage = (c: PageContext): Promise<Response> => showPage(c, null)

/** `POST /admin/maintenance` with `action` on, off, or check: what would be announced. */
export async function postMaintenance(c: PageContext): Promise<Response> {
  const posted = await readTexts(c)
  const text = (name: Field) => textOf(posted, name)
  const action = textOf(posted, 'action')
  if (action === 'off') {
    await commands['maintenance-off'].perform(callOf(c), {})
    return seeOther(PATH)
  }
  const values = Object.fromEntries(FIELDS.map((name) => [name, text(name)]))
  const typed = {
    start: fromSeoulInput(text('start')) ?? '',
    hours: Number(text('hours')) + Number(text('minutes')) / 60,
    ...reasonFields((name) => text(name)),
  }
  const { data: sent } = announcement.safeParse(typed)
  const checked = sent ? maintenanceOf(sent) : null
  const isAsked = checked && checked.hours > LONG_HOURS && !posted.has('long')
  if (checked && maintenanceWindow(checked).until > Date.now() && (action === 'check' || isAsked))
    return showPage(c, { values, faults: [], checked })
  try {
    await commands['maintenance-on'].perform(callOf(c), typed)
  } catch (error) {
    if (!(error instanceof InvalidBodyError)) throw error
    const faults = FIELDS.filter((name) => error.errors.some(({ field }) => field === name))
    return showPage(c, { values, faults, checked: null })
  }
  return seeOther(PATH)
}

/** The form's values for what is announced. */
function valuesOf(entry: MaintenanceEntry): Values {
  if (entry === null || 'unreadable' in entry) return {}
  const { start, hours, reason } = entry.maintenance
  const minutes = Math.round(hours * 60)
  return {
    start: seoulMinute(Date.parse(start)),
    hours: String(Math.floor(minutes / 60)),
    minutes: String(minutes % 60),
    ...reasonFields((_, locale) => reason[locale]),
  }
}

async function showPage(c: PageContext, posted: Posted | null): Promise<Response> {
  const { locale, env } = c.var
  const t = textsIn(locale, 'admin')
  const entry = await readMaintenanceEntry(env.CACHE)
  const status = posted && posted.faults.length > 0 ? 422 : 200
  const { values, faults, checked } = posted ?? { values: valuesOf(entry), faults: [], checked: null }
  return adminPage(
    c,
    { title: t('maintenance.title'), lead: t('maintenance.lead'), section: 'maintenance', status },
    <div className="stack">
      <section className="panel stack" aria-labelledby="now">
        <h2 id="now">{t('maintenance.now')}</h2>
        <Now entry={entry} locale={locale} />
        {entry && (
          <form method="post" action={PATH}>
            <button type="submit" name="action" value="off" className={buttonClass('outline')}>
              {t('maintenance.off')}
            </button>
          </form>
        )}
      </section>
      <MaintenanceForm {...{ values, faults, checked, locale }} replaces={entry !== null} />
    </div>,
  )
}

function Now({ entry, locale }: { entry: MaintenanceEntry; locale: Locale }) {
  const { t } = useTranslation('admin')
  if (entry === null) return <p>{t('maintenance.none')}</p>
  if ('unreadable' in entry) return <Notice look="danger">{t('maintenance.unreadable')}</Notice>
  const { maintenance } = entry
  const { from, until } = maintenanceWindow(maintenance)
  const state = isInForce(maintenance, Date.now()) ? 'in-force' : until <= Date.now() ? 'over' : 'scheduled'
  return (
    <>
      <p>{t(`maintenance.${state}`)}</p>
      <Facts>
        <Fact name={t('maintenance.start')}>
          <Time iso={new Date(from).toISOString()} locale={locale} />
        </Fact>
        <Fact name={t('maintenance.until')}>
          <Time iso={new Date(until).toISOString()} locale={locale} />
        </Fact>
        {LOCALES.map((lang) => (
          <Fact key={lang} name={t('maintenance.reason-in', { language: languageIn(lang, locale) })}>
            <span lang={lang}>{maintenance.reason[lang]}</span>
          </Fact>
        ))}
      </Facts>
    </>
  )
}

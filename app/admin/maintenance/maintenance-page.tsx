import { useTranslation } from 'react-i18next'
import { readMaintenance, type MaintenanceEntry } from '../../../functions/commands/maintenance'
import { commands } from '../../../functions/commands/table'
import { reasonField, reasonFields } from '../../../functions/contract/maintenance'
import { isInForce, maintenanceWindow } from '../../../functions/contract/maintenance-window'
import { InvalidBodyError } from '../../../functions/errors'
import { LOCALES, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { Fact, Facts } from '../frame/facts'
import { callOf } from '../call'
import { adminPage, seeOther, type PageContext } from '../frame/page'
import { Time } from '../frame/time'

const PATH = '/admin/maintenance'
/** The form's times are Korean ones; `datetime-local` knows no zone. */
const ZONE = '+09:00'
const FIELDS = ['start', 'hours', ...LOCALES.map(reasonField)] as const
type Field = (typeof FIELDS)[number]

/** What was posted and why it was not taken. */
interface Refused {
  values: Partial<Record<Field, string>>
  faults: Field[]
}

/** `GET /admin/maintenance`: the same switch as `npm run maintenance`. */
export const maintenancePage = (c: PageContext): Promise<Response> => showPage(c, null)

/** `POST /admin/maintenance` with `action` on or off. */
export async function postMaintenance(c: PageContext): Promise<Response> {
  const posted = await c.req.formData()
  const text = (name: Field) => String(posted.get(name) ?? '')
  if (posted.get('action') === 'off') {
    await commands['maintenance-off'].perform(callOf(c), {})
    return seeOther(PATH)
  }
  try {
    await commands['maintenance-on'].perform(callOf(c), {
      start: text('start') + ZONE,
      hours: Number(text('hours')),
      ...reasonFields((name) => text(name)),
    })
  } catch (error) {
    if (!(error instanceof InvalidBodyError)) throw error
    const values = Object.fromEntries(FIELDS.map((name) => [name, text(name)]))
    return showPage(c, { values, faults: FIELDS.filter((name) => error.errors.some(({ field }) => field === name)) })
  }
  return seeOther(PATH)
}

async function showPage(c: PageContext, refused: Refused | null): Promise<Response> {
  const { t, locale, env } = c.var
  const entry = await readMaintenance(env.CACHE)
  return adminPage(
    c,
    { title: t('maintenance.title'), lead: t('maintenance.lead'), section: 'maintenance', status: refused ? 422 : 200 },
    <MaintenanceView entry={entry} refused={refused} locale={locale} />,
  )
}

function MaintenanceView({
  entry,
  refused,
  locale,
}: {
  entry: MaintenanceEntry
  refused: Refused | null
  locale: Locale
}) {
  const { t } = useTranslation('admin')
  const field = (name: Field, label: string, fault: string) => ({
    id: name,
    name,
    required: true,
    defaultValue: refused?.values[name],
    label,
    error: refused?.faults.includes(name) ? fault : undefined,
  })
  return (
    <div className="stack">
      <section className="panel stack" aria-labelledby="now">
        <h2 id="now">{t('maintenance.now')}</h2>
        <Now entry={entry} locale={locale} />
        {entry && (
          <form method="post" action={PATH}>
            <button type="submit" name="action" value="off" className={buttonClass('primary')}>
              {t('maintenance.off')}
            </button>
          </form>
        )}
      </section>
      <form method="post" action={PATH} className="panel form" aria-labelledby="announce">
        <h2 id="announce">{t('maintenance.announce')}</h2>
        {refused && <Notice look="danger">{t('maintenance.refused')}</Notice>}
        <TextField
          type="datetime-local"
          hint={t('maintenance.zone')}
          {...field('start', t('maintenance.start'), t('maintenance.fault.start'))}
        />
        <TextField
          type="number"
          min="0.5"
          max="168"
          step="0.5"
          {...field('hours', t('maintenance.hours'), t('maintenance.fault.hours'))}
        />
        {LOCALES.map((language) => (
          <TextField
            key={language}
            maxLength={300}
            lang={language}
            {...field(
              reasonField(language),
              t(`maintenance.reason-in.${language}`),
              t(`maintenance.fault.reason-in.${language}`),
            )}
          />
        ))}
        <div className="actions">
          <button type="submit" name="action" value="on" className={buttonClass('primary')}>
            {t('maintenance.on')}
          </button>
        </div>
      </form>
    </div>
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
        {LOCALES.map((language) => (
          <Fact key={language} name={t(`maintenance.reason-in.${language}`)}>
            <span lang={language}>{maintenance.reason[language]}</span>
          </Fact>
        ))}
      </Facts>
    </>
  )
}

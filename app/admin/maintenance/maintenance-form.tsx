import { useTranslation } from '../../i18n/use-translation'
import { reasonField, type Maintenance } from '../../../functions/contract/maintenance'
import { maintenanceWindow } from '../../../functions/contract/maintenance-window'
import { formatDateTime, formatHours } from '../../i18n/format'
import { LANGUAGE_NAMES, languageIn, LOCALES, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { Fact, Facts } from '../frame/facts'

export const PATH = '/admin/maintenance'
export const FIELDS = ['start', 'hours', 'minutes', ...LOCALES.map(reasonField)] as const
export type Field = (typeof FIELDS)[number]
export type Values = Partial<Record<Field, string>>

/** Longer than this is more often a slip than a maintenance, so it is asked about. */
export const LONG_HOURS = 12

interface FormProps {
  values: Values
  faults: Field[]
  /** What would be announced: shown before it is. */
  checked: Maintenance | null
  /** There is an announcement, which this one replaces. */
  replaces: boolean
  locale: Locale
}

/** The form of a maintenance, filled in with the one that is announced; what visitors will see before it is announced. */
export function MaintenanceForm({ values, faults, checked, replaces, locale }: FormProps) {
  const { t } = useTranslation('admin')
  const field = (name: Field, label: string, fault: string) => ({
    id: name,
    name,
    // Either of hours and minutes is a duration.
    required: name !== 'hours' && name !== 'minutes',
    defaultValue: values[name],
    label,
    error: faults.includes(name) ? fault : undefined,
  })
  const hours = (name: 'hours' | 'minutes') => field(name, t(`maintenance.${name}`), t('maintenance.fault.hours'))
  return (
    <form method="post" action={PATH} className="panel form" aria-labelledby="announce">
      <h2 id="announce">{t(replaces ? 'maintenance.change' : 'maintenance.announce')}</h2>
      {faults.length > 0 && <Notice look="danger">{t('maintenance.refused')}</Notice>}
      <TextField
        type="datetime-local"
        hint={t('maintenance.zone')}
        {...field('start', t('maintenance.start'), t('maintenance.fault.start'))}
      />
      <div className="fields">
        <TextField type="number" min="0" max="168" step="1" {...hours('hours')} />
        <TextField type="number" min="0" max="59" step="1" {...hours('minutes')} />
      </div>
      {LOCALES.map((lang) => (
        <TextField
          key={lang}
          maxLength={300}
          lang={lang}
          {...field(
            reasonField(lang),
            t('maintenance.reason-in', { language: languageIn(lang, locale) }),
            t('maintenance.fault.reason-in', { language: languageIn(lang, locale) }),
          )}
        />
      ))}
      {checked && <Preview maintenance={checked} locale={locale} />}
      <div className="actions">
        <button type="submit" name="action" value="check" className={buttonClass(checked ? 'outline' : 'primary')}>
          {t('maintenance.check')}
        </button>
        {checked && (
          <button type="submit" name="action" value="on" className={buttonClass('primary')}>
            {t('maintenance.on')}
          </button>
        )}
      </div>
    </form>
  )
}

/** What visitors will read in each language, and what it means for them. */
function Preview({ maintenance, locale: own }: { maintenance: Maintenance; locale: Locale }) {
  const { t } = useTranslation('admin')
  const { from, until } = maintenanceWindow(maintenance)
  const at = (time: number, locale: Locale) => formatDateTime(new Date(time).toISOString(), locale)
  return (
    <section className="stack" tabIndex={-1} autoFocus aria-labelledby="preview">
      <h3 id="preview">{t('maintenance.preview')}</h3>
      <Facts>
        {LOCALES.map((locale) => (
          <Fact key={locale} name={LANGUAGE_NAMES[locale]}>
            <span lang={locale}>
              {at(from, locale)} – {at(until, locale)} ({formatHours(maintenance.hours, locale)})
              <br />
              {maintenance.reason[locale]}
            </span>
          </Fact>
        ))}
      </Facts>
      <Notice look="warning">{t('maintenance.closed')}</Notice>
      {maintenance.hours > LONG_HOURS && (
        <label className="check">
          <input type="checkbox" name="long" value="yes" required />
          {t('maintenance.long', { duration: formatHours(maintenance.hours, own) })}
        </label>
      )}
    </section>
  )
}

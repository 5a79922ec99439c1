import { useTranslation } from '../../i18n/use-translation'
import { seoulDay } from '../../../functions/contract/seoul'
import { FORM_INPUTS } from '../../../functions/contract/form-fields'
import { monthsInWords, processedMonths } from '../../../functions/contract/retention'
import { CONSENT_WAYS, NOTED_DAYS } from '../../../functions/contract/telephone'
import { describedBy, FieldError, SelectField, TextField } from '../../ui/field'
import { type FormProps, useProblem } from './telephone-typed'

const DAY_MS = 86_400_000
const CONSENT = 'privacy_consent'

/** What the caller was told and has agreed to; the day, and how. */
export function TelephoneConsent({ brand, kind, policy, typed, locale }: FormProps) {
  const { t } = useTranslation(['inbox', 'inquiry'])
  const textOf = useProblem()
  const { values = {}, field, problem } = typed ?? {}
  const errorOf = (name: string) => (typed && field === name ? textOf(typed.problem) : undefined)
  const months = processedMonths(brand)
  const today = seoulDay(Date.now())
  const error = errorOf(CONSENT)
  const items = FORM_INPUTS[kind].flatMap((name) => (name === CONSENT ? [] : [t(`inquiry:item-${name}`)]))
  return (
    <fieldset className="stack">
      <legend>{t('telephone.consent')}</legend>
      <p>{t('telephone.read-out')}</p>
      <ul className="bullets">
        <li>
          {t('inquiry:privacy-purpose')}: {t(`inquiry:privacy-purpose-${kind}`)}
        </li>
        <li>
          {t('inquiry:privacy-items')}: {items.join(', ')}
        </li>
        <li>
          {t('inquiry:privacy-retention')}:{' '}
          {t(`inquiry:privacy-retention-${kind}`, { period: monthsInWords(months, locale) })}
        </li>
        <li>
          {t('inquiry:privacy-refusal')}: {t('telephone.refusal')}
        </li>
      </ul>
      <p>
        <a href={`${brand.origin}/privacy-policy/current`} target="_blank" rel="noopener">
          {t('inquiry:privacy-link')} <span className="visually-hidden">({t('inquiry:privacy-link-new')})</span>
        </a>
      </p>
      <div className="fields">
        <TextField
          id="consent_day"
          name="consent_day"
          type="date"
          required
          label={t('telephone.day')}
          min={seoulDay(Date.now() - NOTED_DAYS * DAY_MS)}
          max={today}
          defaultValue={values.consent_day ?? today}
          error={errorOf('consent_day')}
        />
        <SelectField
          id="consent_way"
          name="consent_way"
          required
          label={t('telephone.way')}
          defaultValue={values.consent_way ?? 'spoken'}
          error={errorOf('consent_way')}
        >
          {CONSENT_WAYS.map((way) => (
            <option key={way} value={way}>
              {t(`telephone.ways.${way}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <label className="check">
        <input
          type="checkbox"
          id={CONSENT}
          name={CONSENT}
          value="true"
          required
          defaultChecked={Boolean(values[CONSENT]) && problem !== 'policy'}
          {...describedBy({ id: CONSENT, error })}
        />{' '}
        {t('telephone.agreed')}
      </label>
      {error && <FieldError id={`${CONSENT}-error`}>{error}</FieldError>}
      {policy !== null && <input type="hidden" name="privacy_version" value={policy} />}
      <input type="hidden" name="processed_months" value={months} />
    </fieldset>
  )
}

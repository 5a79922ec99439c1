import { useTranslation } from 'react-i18next'
import { brands } from '../../../functions/brand/hosts'
import type { FormKind } from '../../../functions/contract/form-fields'
import { seoulDay } from '../../../functions/contract/inquiry-filters'
import {
  FORM_INPUTS,
  FORM_MESSAGES,
  INPUTS,
  type InputName,
  missingMessage,
} from '../../../functions/contract/inquiry-fields'
import { monthsInWords, processedMonths } from '../../../functions/contract/retention'
import { CONSENT_WAYS, NOTED_DAYS } from '../../../functions/contract/telephone'
import { languageIn, LOCALES, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { FieldError, SelectField, TextAreaField, TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { brandName } from '../frame/brand-name'
import { TELEPHONE } from './address'

const DAY_MS = 86_400_000

/** What was typed and not taken, and why. */
export interface Refused {
  /** Null where the form as a whole was refused. */
  field: string | null
  problem: string
  values: Record<string, string>
}

interface FormProps {
  brand: (typeof brands)[number]
  kind: FormKind
  /** Whether the brand can be chosen. */
  isBrandOpen: boolean
  /** Version of the privacy policy in force. */
  policy: string | null
  refused: Refused | null
  locale: Locale
}

/** The fields of a form, for what somebody says on the telephone; brand and form are chosen before. */
export function TelephoneForm({ brand, kind, isBrandOpen, policy, refused, locale }: FormProps) {
  const { t } = useTranslation('inbox')
  const values = refused?.values ?? {}
  const address = `${TELEPHONE}?${new URLSearchParams({ ...(isBrandOpen && { brand: brand.id }), kind })}`
  return (
    <div className="stack">
      <Choices brand={brand} kind={kind} isBrandOpen={isBrandOpen} locale={locale} />
      <form method="post" action={address} className="panel form" aria-labelledby="caller">
        <h2 id="caller">
          {brandName(brand.id, locale)}, {t(`kinds.${kind}`)}
        </h2>
        {refused && <Problem refused={refused} />}
        <input type="hidden" name="brand" value={brand.id} />
        {/* What was sent once under a key is the same inquiry. */}
        <input
          type="hidden"
          name="key"
          value={refused?.problem === 'sent' ? crypto.randomUUID() : (values.key ?? crypto.randomUUID())}
        />
        {FORM_INPUTS[kind]
          .filter((name) => name !== 'privacy_consent')
          .map((name) => (
            <Input key={name} name={name} kind={kind} refused={refused} />
          ))}
        <SelectField
          id="language"
          name="language"
          label={t('telephone.language')}
          defaultValue={values.language ?? locale}
        >
          {LOCALES.map((one) => (
            <option key={one} value={one}>
              {languageIn(one, locale)}
            </option>
          ))}
        </SelectField>
        <Consent brand={brand} kind={kind} policy={policy} refused={refused} locale={locale} />
        <div className="actions">
          <button type="submit" className={buttonClass('primary')}>
            {t('telephone.take')}
          </button>
        </div>
      </form>
    </div>
  )
}

/** Brand and form, which say which fields there are. Choosing them begins an empty form. */
function Choices({ brand, kind, isBrandOpen, locale }: Pick<FormProps, 'brand' | 'kind' | 'isBrandOpen' | 'locale'>) {
  const { t } = useTranslation('inbox')
  if (!isBrandOpen && !brand.features.partnershipForm) return null
  return (
    <form method="get" action={TELEPHONE} className="panel beside">
      {isBrandOpen && (
        <SelectField id="brand" name="brand" label={t('brand')} defaultValue={brand.id}>
          {brands.map(({ id }) => (
            <option key={id} value={id}>
              {brandName(id, locale)}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField id="kind" name="kind" label={t('kind')} defaultValue={kind}>
        <option value="sales">{t('kinds.sales')}</option>
        <option value="partnership">{t('kinds.partnership')}</option>
      </SelectField>
      <button type="submit" className={buttonClass('outline')}>
        {t('telephone.choose')}
      </button>
    </form>
  )
}

/** Why nothing was taken, in the words of the form or in our own. */
function useProblem(): (problem: string) => string {
  const { t } = useTranslation(['inbox', 'inquiry'])
  return (problem) => {
    const known = FORM_MESSAGES.find((one) => one === problem)
    if (known) return t(`inquiry:${known}`)
    const own = (['consent-alert', 'consent-day-alert', 'policy', 'sent', 'failed'] as const).find(
      (one) => one === problem,
    )
    return t(`telephone.${own ?? 'refused'}`)
  }
}

function Problem({ refused: { field, problem } }: { refused: Refused }) {
  const { t } = useTranslation('inbox')
  const textOf = useProblem()
  return (
    <Notice look="danger">
      {t('telephone.refused')} {(field === null || problem === 'policy') && textOf(problem)}
    </Notice>
  )
}

interface InputProps {
  name: Exclude<InputName, 'privacy_consent'>
  kind: FormKind
  refused: Refused | null
}

/** A field of the form, by what the table of fields says of it. */
function Input({ name, kind, refused }: InputProps) {
  const { t, i18n } = useTranslation(['inbox', 'inquiry'])
  const textOf = useProblem()
  const input = INPUTS[name]
  const props = {
    id: name,
    name,
    label: t(`inquiry:${input.label}`),
    required: missingMessage(kind, name) !== null,
    defaultValue: refused?.values[name],
    error: refused?.field === name ? textOf(refused.problem) : undefined,
  }
  if (input.value === 'choice')
    return (
      <SelectField {...props} defaultValue={props.defaultValue ?? ''}>
        <option value="">{t(`inquiry:${input.label}-placeholder`)}</option>
        {input.choices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`types.${choice}`)}
          </option>
        ))}
      </SelectField>
    )
  if (input.value === 'calling-code') {
    const names = i18n.getResourceBundle(i18n.language, 'countries') as Record<string, string>
    return (
      <SelectField {...props} defaultValue={props.defaultValue ?? '+82'}>
        {Object.entries(names).map(([value, country]) => (
          <option key={value} value={value}>
            {country} ({value.split(':')[0]})
          </option>
        ))}
      </SelectField>
    )
  }
  if (input.value === 'text') return <TextAreaField rows={8} {...props} />
  // As on the form: a browser changes the value of `type="email"` by itself.
  return (
    <TextField {...props} inputMode={name === 'inquiry_mail' ? 'email' : name === 'phone_number' ? 'tel' : undefined} />
  )
}

/** What the caller was told and has agreed to; the day, and how. */
function Consent({ brand, kind, policy, refused, locale }: Omit<FormProps, 'isBrandOpen'>) {
  const { t } = useTranslation(['inbox', 'inquiry'])
  const textOf = useProblem()
  const { values = {}, field } = refused ?? {}
  const errorOf = (name: string) => (refused && field === name ? textOf(refused.problem) : undefined)
  const months = processedMonths(brand)
  const today = seoulDay(Date.now())
  const error = errorOf('privacy_consent')
  const items = FORM_INPUTS[kind].flatMap((name) => (name === 'privacy_consent' ? [] : [t(`inquiry:item-${name}`)]))
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
        <a href={`${brand.origin}/privacy-policy/current`}>{t('inquiry:privacy-link')}</a>
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
          name="privacy_consent"
          value="true"
          required
          defaultChecked={Boolean(values.privacy_consent) && refused?.problem !== 'policy'}
        />{' '}
        {t('telephone.agreed')}
      </label>
      {error && <FieldError id="privacy_consent-error">{error}</FieldError>}
      {policy !== null && <input type="hidden" name="privacy_version" value={policy} />}
      <input type="hidden" name="processed_months" value={months} />
    </fieldset>
  )
}

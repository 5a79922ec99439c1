import { useTranslation } from '../../i18n/use-translation'
import { brands } from '../../../functions/brand/hosts'
import {
  type FormKind,
  FORM_INPUTS,
  INPUTS,
  type InputName,
  missingMessage,
} from '../../../functions/contract/form-fields'
import { languageIn, LOCALES, type Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/button'
import { SelectField, TextAreaField, TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { withQuery } from '../frame/addresses'
import { brandName } from '../frame/brand-name'
import { TELEPHONE } from './address'
import { choiceText } from './choice-text'
import { TelephoneConsent } from './telephone-consent'
import { type FormProps, type Typed, useProblem } from './telephone-typed'

/** Id of the form. */
export const TELEPHONE_FORM = 'call'

/** The fields of a form, for what somebody says on the telephone. Another brand or form keeps what was typed. */
export function TelephoneForm(props: FormProps) {
  const { brand, kind, isBrandOpen, formKey, typed, locale } = props
  const { t } = useTranslation('inbox')
  const address = withQuery(TELEPHONE, { brand: isBrandOpen ? brand.id : undefined, kind })
  return (
    <form id={TELEPHONE_FORM} method="post" action={address} className="panel form" aria-labelledby="caller">
      <h2 id="caller">
        {brandName(brand.id, locale)}, {t(`kinds.${kind}`)}
      </h2>
      {typed && <Problem kind={kind} typed={typed} />}
      <input type="hidden" name="key" value={formKey} />
      <Choices {...props} />
      {FORM_INPUTS[kind]
        .filter((name) => name !== 'privacy_consent')
        .map((name) => (
          <Input key={name} name={name} kind={kind} typed={typed} locale={locale} />
        ))}
      <SelectField
        id="language"
        name="language"
        label={t('telephone.language')}
        defaultValue={typed?.values.language ?? locale}
      >
        {LOCALES.map((one) => (
          <option key={one} value={one}>
            {languageIn(one, locale)}
          </option>
        ))}
      </SelectField>
      <TelephoneConsent {...props} />
      <div className="actions">
        <button type="submit" className={buttonClass('primary')}>
          {t('telephone.take')}
        </button>
      </div>
    </form>
  )
}

/** Brand and form, which say which fields there are. */
function Choices({ brand, kind, isBrandOpen, locale }: FormProps) {
  const { t } = useTranslation('inbox')
  const ownBrand = <input type="hidden" name="brand" value={brand.id} />
  if (!isBrandOpen && !brand.features.partnershipForm) return ownBrand
  return (
    <div className="fields">
      {isBrandOpen ? (
        <SelectField id="brand" name="brand" label={t('brand')} defaultValue={brand.id}>
          {brands.map(({ id }) => (
            <option key={id} value={id}>
              {brandName(id, locale)}
            </option>
          ))}
        </SelectField>
      ) : (
        ownBrand
      )}
      <SelectField id="kind" name="kind" label={t('kind')} defaultValue={kind}>
        <option value="sales">{t('kinds.sales')}</option>
        <option value="partnership">{t('kinds.partnership')}</option>
      </SelectField>
      <button type="submit" name="action" value="choose" formNoValidate className={buttonClass('outline')}>
        {t('telephone.choose')}
      </button>
    </div>
  )
}

const isMarked = (kind: FormKind, field: string | null) =>
  [...FORM_INPUTS[kind], 'consent_day', 'consent_way'].some((name) => name === field)

function Problem({ kind, typed: { field, problem } }: { kind: FormKind; typed: Typed }) {
  const { t } = useTranslation('inbox')
  const textOf = useProblem()
  if (problem === null) return null
  if (problem === 'changed') return <Notice look="info">{t('telephone.changed')}</Notice>
  return (
    <Notice look="danger">
      {t('telephone.refused')} {isMarked(kind, field) ? t('telephone.marked') : textOf(problem)}
    </Notice>
  )
}

interface InputProps {
  name: Exclude<InputName, 'privacy_consent'>
  kind: FormKind
  typed: Typed | null
  locale: Locale
}

/** A field of the form, by what the table of fields says of it. */
function Input({ name, kind, typed, locale }: InputProps) {
  const { t, i18n } = useTranslation(['inbox', 'inquiry'])
  const textOf = useProblem()
  const input = INPUTS[name]
  const props = {
    id: name,
    name,
    label: t(`inquiry:${input.label}`),
    required: missingMessage(kind, name) !== null,
    defaultValue: typed?.values[name],
    error: typed?.field === name ? textOf(typed.problem) : undefined,
  }
  if (input.value === 'choice')
    return (
      <SelectField {...props} defaultValue={props.defaultValue ?? ''}>
        <option value="">{t(`inquiry:${input.label}-placeholder`)}</option>
        {input.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choiceText(name, choice, locale)}
          </option>
        ))}
      </SelectField>
    )
  if (input.value === 'calling-code') {
    const names = i18n.getResourceBundle(locale, 'countries') as Record<string, string>
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

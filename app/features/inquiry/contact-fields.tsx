import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '../../../functions/contract/limits'
import { TextField } from '../../ui/field'
import { CountrySelect } from './country-select'
import type { FieldOf } from './field-of'

/** Who asks and where the answer goes: the same in both forms. */
export function ContactFields({ field, countryDefault }: { field: FieldOf; countryDefault: string | null }) {
  const { t } = useTranslation('inquiry')
  const { id, error, autoFocus, defaultValue } = field('country_code')
  return (
    <>
      <TextField {...field('user_name')} label={t('user-name')} required maxLength={TEXT_MAX} autoComplete="name" />
      <TextField
        {...field('company_name')}
        label={t('company-name')}
        required
        maxLength={TEXT_MAX}
        autoComplete="organization"
      />
      <CountrySelect id={id} error={error} autoFocus={autoFocus} chosen={defaultValue ?? countryDefault} />
      <TextField
        {...field('phone_number')}
        label={t('phone-number')}
        placeholder={t('phone-placeholder')}
        required
        maxLength={TEXT_MAX}
        inputMode="tel"
        autoComplete="tel-national"
      />
      <TextField
        {...field('inquiry_mail')}
        label={t('inquiry-mail')}
        required
        maxLength={TEXT_MAX}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
      />
    </>
  )
}

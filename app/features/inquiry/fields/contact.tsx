import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '../../../../functions/contract/limits'
import { TextField } from '../../../ui/field'
import type { FieldOf } from '../use-inquiry-form'
import { CountryField } from './country'
import { PhoneField } from './phone'

/** Who asks and how to reach them: the same in both forms. */
export function ContactFields({ field, countryDefault }: { field: FieldOf; countryDefault: string | null }) {
  const { t } = useTranslation('inquiry')
  const text = { required: true, maxLength: TEXT_MAX }
  return (
    <>
      <TextField {...field('user_name')} {...text} label={t('user-name')} autoComplete="name" />
      <TextField {...field('company_name')} {...text} label={t('company-name')} autoComplete="organization" />
      <CountryField field={field} initial={countryDefault} />
      <PhoneField field={field} />
      <TextField
        {...field('inquiry_mail')}
        {...text}
        label={t('inquiry-mail')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
      />
    </>
  )
}

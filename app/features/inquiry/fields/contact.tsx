import { FORM_INPUTS, partOf } from '../../../../functions/contract/form-fields'
import { TextField } from '../../../ui/field'
import type { InquiryFormState } from '../use-inquiry-form'
import { CountryField } from './country'
import { PhoneField } from './phone'

/** What only an address has. No `type="email"`: a browser changes such a value by itself, Chromium to a longer one in ASCII. */
const ADDRESS = { inputMode: 'email', autoCapitalize: 'off', spellCheck: false } as const

/** Who asks and how to reach them, in the order of the form's checks. */
export function ContactFields({ form, countryDefault }: { form: InquiryFormState; countryDefault: string | null }) {
  const { kind, field } = form
  return FORM_INPUTS[kind]
    .filter((name) => partOf(name) === 'sender')
    .map((name) => {
      if (name === 'country_code') return <CountryField key={name} field={field} initial={countryDefault} />
      if (name === 'phone_number') return <PhoneField key={name} field={field} />
      return <TextField key={name} {...field(name)} {...(name === 'inquiry_mail' && ADDRESS)} />
    })
}

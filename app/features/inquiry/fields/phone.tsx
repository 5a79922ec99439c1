import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import { TextField } from '../../../ui/field'
import type { FieldOf } from '../use-inquiry-form'

/** The phone number. Below it stands how it is grouped in its country; an impossible one is asked about, and can be sent. */
export function PhoneField({ field }: { field: FieldOf }) {
  const { t } = useTranslation('inquiry')
  const [hint, setHint] = useState<string>()
  const read = async (input: HTMLInputElement, finished: boolean) => {
    const phone = input.value
    const country = new FormData(input.form ?? undefined).get('country_code')
    const telephone = await import('./phone-and-country').catch(() => null)
    if (!telephone || input.value !== phone) return
    const { text, possible } = telephone.describeNumber(String(country ?? ''), phone)
    if (phone.trim() === '') setHint(undefined)
    // Letters alone are grouped as nothing.
    else setHint(finished && !possible ? t('phone-question', { number: text || phone.trim() }) : text)
  }
  return (
    <TextField
      {...field('phone_number')}
      placeholder={t('phone-placeholder')}
      hint={hint}
      inputMode="tel"
      onInput={({ currentTarget }) => void read(currentTarget, false)}
      onBlur={({ currentTarget }) => void read(currentTarget, true)}
    />
  )
}

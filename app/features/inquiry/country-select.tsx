import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOfTag, FALLBACK_LOCALE } from '../../i18n/locale'
import { SelectField } from '../../ui/field'
import { countryOptions, fillCountryOptions } from './country-options'

/** The country list: made on the server alone, kept as it is in the browser. */
export function CountrySelect({
  id,
  chosen,
  error,
  autoFocus,
}: {
  id: string
  chosen: string | null
  error: string | undefined
  autoFocus: boolean
}) {
  const { t, i18n } = useTranslation('inquiry')
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (select.current) void fillCountryOptions(select.current)
  }, [])
  const locale = localeOfTag(i18n.language) ?? FALLBACK_LOCALE
  return (
    <SelectField
      ref={select}
      id={id}
      name="country_code"
      label={t('country-code')}
      error={error}
      required
      autoFocus={autoFocus}
      autoComplete="tel-country-code"
      dangerouslySetInnerHTML={{
        __html: countryOptions({ locale, placeholder: t('country-code-placeholder'), chosen }),
      }}
      suppressHydrationWarning
    />
  )
}

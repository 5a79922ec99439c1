import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/field'
import type { FieldOf } from '../use-inquiry-form'
import type { CountrySearch } from './country-search'

/** The country list comes with the page's namespaces, so it is there before hydration and before a draft is restored. */
export function CountryField({ field, initial }: { field: FieldOf; initial: string | null }) {
  const { t, i18n } = useTranslation(['inquiry', 'countries'])
  const { defaultValue = initial ?? '', ...control } = field('country_code')
  const [Search, setSearch] = useState<typeof CountrySearch | null>(null)
  // An aid only, so it comes once the visitor is there; without it the select is enough.
  const loadSearch = () =>
    void import('./country-search').then(
      (module) => setSearch(() => module.CountrySearch),
      () => {},
    )
  const names: Record<string, string> = i18n.getResourceBundle(i18n.language, 'countries')
  return (
    <SelectField
      {...control}
      label={t('country-code')}
      aside={Search && <Search selectId={control.id} />}
      onFocus={loadSearch}
      onPointerEnter={loadSearch}
      required
      autoComplete="tel-country-code"
      defaultValue={defaultValue}
    >
      <option value="">{t('country-code-placeholder')}</option>
      {Object.entries(names).map(([value, name]) => (
        <option key={value} value={value}>
          {`${name} (${value.split(':')[0]})`}
        </option>
      ))}
    </SelectField>
  )
}

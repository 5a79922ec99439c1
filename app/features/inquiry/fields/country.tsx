import { useHydrated } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/field'
import type { FieldOf } from '../use-inquiry-form'
import { CountrySearch } from './country-search'

/** The country list comes with the page's namespaces, so it is there before hydration and before a draft is restored. */
export function CountryField({ field, initial }: { field: FieldOf; initial: string | null }) {
  const { t, i18n } = useTranslation(['inquiry', 'countries'])
  const { defaultValue = initial ?? '', ...control } = field('country_code')
  const hydrated = useHydrated()
  const names: Record<string, string> = i18n.getResourceBundle(i18n.language, 'countries')
  return (
    <SelectField {...control} aside={hydrated && <CountrySearch selectId={control.id} />} defaultValue={defaultValue}>
      <option value="">{t('country-code-placeholder')}</option>
      {Object.entries(names).map(([value, name]) => (
        <option key={value} value={value}>
          {`${name} (${value.split(':')[0]})`}
        </option>
      ))}
    </SelectField>
  )
}

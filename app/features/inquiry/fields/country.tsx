import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadCountries } from '../../../i18n/load-countries'
import { LOCALES } from '../../../i18n/locale'
import { Combobox } from '../../../ui/combobox'
import { SelectField } from '../../../ui/field'
import type { FieldOf } from '../use-inquiry-form'
import { findCountries } from './find-countries'

type Names = Record<string, string>

/**
 * The country of the phone number: a native select, and over it, where scripts run, a combobox that finds an entry of the long list. The list
 * comes with the page's namespaces, so it is there before hydration and before a draft is restored.
 */
export function CountryField({ field, initial }: { field: FieldOf; initial: string | null }) {
  const { t, i18n } = useTranslation(['inquiry', 'countries'])
  const { defaultValue = initial ?? '', ...control } = field('country_code')
  const select = useRef<HTMLSelectElement>(null)
  const input = useRef<HTMLInputElement>(null)
  /** The choice once the combobox is there, null before. */
  const [chosen, setChosen] = useState<string | null>(null)
  const [otherNames, setOtherNames] = useState<Names[]>([])
  const names: Names = i18n.getResourceBundle(i18n.language, 'countries')
  const textOf = (value: string) => `${names[value]} (${value.split(':')[0]})`

  useEffect(() => {
    const element = select.current
    if (!element) return
    const enhance = () => {
      setChosen(element.value)
      const others = LOCALES.filter((locale) => locale !== i18n.language)
      // An aid only: without them the names of this page are found.
      void Promise.all(others.map(loadCountries)).then(setOtherNames, () => undefined)
    }
    // A select that the visitor has opened stays until it is left.
    const isInUse = element.matches(':focus')
    if (isInUse) element.addEventListener('blur', enhance, { once: true })
    else enhance()
    return () => element.removeEventListener('blur', enhance)
  }, [i18n.language])

  const choose = (value: string) => {
    if (!select.current) return
    select.current.value = value
    select.current.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <SelectField
      {...control}
      ref={select}
      defaultValue={defaultValue}
      onInput={({ currentTarget }) => setChosen((before) => (before === null ? null : currentTarget.value))}
      over={
        chosen !== null && (
          <Combobox
            ref={input}
            id={control.id}
            label={control.label}
            error={control.error}
            required={control.required}
            placeholder={t('country-code-placeholder')}
            value={chosen}
            textOf={textOf}
            find={(text) => findCountries(text, [names, ...otherNames])}
            onChoose={choose}
            foundText={(count) => t(count === 0 ? 'country-not-found' : 'country-found', { count })}
          />
        )
      }
      // The form gives the focus to the control of a failing value.
      onFocus={() => input.current?.focus()}
    >
      <option value="">{t('country-code-placeholder')}</option>
      {Object.keys(names).map((value) => (
        <option key={value} value={value}>
          {textOf(value)}
        </option>
      ))}
    </SelectField>
  )
}

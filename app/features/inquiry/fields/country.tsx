import { useHydrated } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../../i18n/use-translation'
import { loadCountries } from '../../../i18n/load-countries'
import { LOCALES } from '../../../i18n/locale'
import { Combobox } from '../../../ui/combobox'
import { SelectField } from '../../../ui/field'
import type { FieldOf } from '../use-inquiry-form'
import { findCountries } from './find-countries'

type Names = Record<string, string>

/** Keys that open a native select; any letter or digit begins a search, too. */
const OPENING = ['Enter', ' ', 'F4']

/**
 * The country of the phone number: a native select. Where scripts run, a combobox that finds an entry of the long list opens over it. The list
 * comes with the page's namespaces, so it is there before hydration and before a draft is restored.
 */
export function CountryField({ field, initial }: { field: FieldOf; initial: string | null }) {
  const { t, i18n } = useTranslation(['inquiry', 'countries'])
  const { defaultValue = initial ?? '', ...control } = field('country_code')
  const hydrated = useHydrated()
  const select = useRef<HTMLSelectElement>(null)
  /** The choice as the combobox opens, null while it is closed. */
  const [open, setOpen] = useState<string | null>(null)
  const isOpen = open !== null
  const [otherNames, setOtherNames] = useState<Names[]>([])
  const names: Names = i18n.getResourceBundle(i18n.language, 'countries')
  const textOf = (value: string) => `${names[value]} (${value.split(':')[0]})`

  useEffect(() => {
    if (!isOpen) return
    const others = LOCALES.filter((locale) => locale !== i18n.language)
    // An aid only: without them the names of this page are found.
    void Promise.all(others.map(loadCountries)).then(setOtherNames, () => undefined)
  }, [isOpen, i18n.language])

  const begin = () => setOpen(select.current?.value ?? '')
  const onKeyDown = (event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'preventDefault'>) => {
    if (event.ctrlKey || event.metaKey) return
    const opens = OPENING.includes(event.key) || (event.altKey && event.key.startsWith('Arrow'))
    if (opens) event.preventDefault()
    else if (event.altKey || event.key.length > 1) return
    // At once: a letter goes into the field that has the focus when it arrives.
    flushSync(begin)
  }
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
      onKeyDown={onKeyDown}
      onPress={hydrated && !isOpen ? begin : undefined}
      over={
        open !== null && (
          <Combobox
            label={control.label}
            placeholder={t('country-code-placeholder')}
            value={open}
            textOf={textOf}
            find={(text) => findCountries(text, [names, ...otherNames])}
            foundText={(count) => t(count === 0 ? 'country-not-found' : 'country-found', { count })}
            onChoose={choose}
            onClose={(isLeft) => {
              setOpen(null)
              if (!isLeft) select.current?.focus()
            }}
          />
        )
      }
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

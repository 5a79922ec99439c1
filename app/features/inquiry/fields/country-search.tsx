import { useEffect, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation'
import { loadCountries } from '../../../i18n/load-countries'
import { LOCALES } from '../../../i18n/locale'
import { Combobox } from '../../../ui/combobox'
import { findCountries } from './find-countries'

type Names = Record<string, string>

interface CountrySearchProps {
  label: string
  /** The chosen value, empty for none. */
  value: string
  /** The country names in the page's language, by value. */
  names: Names
  textOf: (value: string) => string
  onChoose: (value: string) => void
  /** @param isLeft the focus is elsewhere already */
  onClose: (isLeft: boolean) => void
}

/** The combobox of the country: finds an entry by its name in each language and by its calling code. */
export function CountrySearch({ names, ...choice }: CountrySearchProps) {
  const { t, i18n } = useTranslation('inquiry')
  const [otherNames, setOtherNames] = useState<Names[]>([])
  useEffect(() => {
    const others = LOCALES.filter((locale) => locale !== i18n.language)
    // An aid only: without them the names of this page are found.
    void Promise.all(others.map(loadCountries)).then(setOtherNames, () => undefined)
  }, [i18n.language])
  return (
    <Combobox
      {...choice}
      placeholder={t('country-code-placeholder')}
      find={(text) => findCountries(text, [names, ...otherNames])}
      foundText={(count) => t(count === 0 ? 'country-not-found' : 'country-found', { count })}
    />
  )
}

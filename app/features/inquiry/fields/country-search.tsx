import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOCALES } from '../../../i18n/locale'
import { loadCountries } from '../../../i18n/load-countries'
import styles from './country-search.module.css'

/**
 * Finds a country by its name in either language, its ISO code or its calling code, and chooses it in the select with this id.
 * It needs scripts; without them the select alone does.
 */
export function CountrySearch({ selectId }: { selectId: string }) {
  const { t, i18n } = useTranslation('inquiry')
  const [found, setFound] = useState('')
  const search = async (input: HTMLInputElement) => {
    const text = input.value
    const order = LOCALES.toSorted((one) => (one === i18n.language ? -1 : 1))
    // The search is an aid only: where it cannot be loaded, the select is there.
    const telephone = await import('./phone-and-country').catch(() => null)
    const lists = await Promise.all(order.map(loadCountries)).catch(() => [])
    const select = document.getElementById(selectId)
    if (!telephone || input.value !== text || !(select instanceof HTMLSelectElement)) return
    const value = telephone.findCountry(text, lists)
    if (value === undefined) return setFound(text.trim() === '' ? '' : t('country-not-found'))
    select.value = value
    select.dispatchEvent(new Event('input', { bubbles: true }))
    setFound(select.selectedOptions[0]?.text ?? '')
  }
  return (
    <>
      <input
        type="search"
        className={styles.search}
        aria-label={t('country-search')}
        placeholder={t('country-search-placeholder')}
        autoComplete="off"
        maxLength={50}
        onInput={({ currentTarget }) => void search(currentTarget)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <span role="status" className="visually-hidden">
        {found}
      </span>
    </>
  )
}

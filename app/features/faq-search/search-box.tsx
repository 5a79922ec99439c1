import { useTranslation } from 'react-i18next'
import { LOCALE_QUERY } from '../../i18n/locale'
import { SEARCH_TEXT_MAX } from '../../urls/search-text'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import type { FaqSearch } from '../board/search'
import styles from './search-box.module.css'
import { SearchStatus } from './search-status'
import { useSearchBox } from './use-search-box'

const [BOX, HINT, CLEAR] = ['faq-search', 'faq-search-hint', 'faq-search-clear']

export interface SearchBoxProps {
  search: FaqSearch
  /** How many entries the search of the address has found; undefined without a search, or where the list could not be had. */
  found: number | undefined
  /** The language, where the address names it: a form loses the query of its own page. */
  addressLocale: string | undefined
}

/** The FAQ's search box: a form that works by itself, and answers while one types once the scripts are awake. */
export function SearchBox({ search, found, addressLocale }: SearchBoxProps) {
  const { t } = useTranslation('board')
  const { box, onFocus, onInput, onSubmit, onKeyDown, onClear } = useSearchBox(search)
  const kept = (
    <>
      {addressLocale && <input type="hidden" name={LOCALE_QUERY} value={addressLocale} />}
      {search.category !== undefined && <input type="hidden" name="category" value={search.category} />}
    </>
  )
  const outcome = found === undefined ? undefined : t('search-found', { found })
  return (
    <search className={styles.search}>
      <form action="/support/faq" className={styles.form} onSubmit={onSubmit}>
        {kept}
        <label htmlFor={BOX} className={styles.label}>
          {t('search-label')}
        </label>
        <span className={styles.box}>
          <Icon name="search" size={18} className={styles.glass} />
          <input
            ref={box}
            id={BOX}
            type="search"
            name="q"
            className={styles.input}
            defaultValue={search.q}
            placeholder={t('search-placeholder')}
            maxLength={SEARCH_TEXT_MAX}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            aria-describedby={HINT}
            onFocus={onFocus}
            onInput={onInput}
            onKeyDown={onKeyDown}
          />
          <button type="submit" form={CLEAR} className={styles.clear} aria-label={t('search-clear')}>
            <Icon name="close" size={16} />
          </button>
        </span>
        <Button type="submit" className={styles.submit}>
          {t('search-submit')}
        </Button>
        <p id={HINT} className={styles.hint}>
          {outcome ?? t('search-hint')}
        </p>
      </form>
      <form id={CLEAR} action="/support/faq" onSubmit={onClear}>
        {kept}
      </form>
      <SearchStatus outcome={outcome} />
    </search>
  )
}

import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_TEXT_MAX } from '../../../functions/contract/limits'
import { LOCALE_QUERY } from '../../i18n/locale'
import { Button, buttonClass } from '../../ui/button'
import { CloseButton } from '../../ui/close-button'
import { Icon } from '../../ui/icon'
import type { FaqSearch } from '../../urls/list-search'
import styles from './search-box.module.css'
import { useSearchBox } from './use-search-box'

const [BOX, HINT, CLEAR] = ['faq-search', 'faq-search-hint', 'faq-search-clear']

export interface SearchBoxProps {
  search: FaqSearch
  /** Number of entries found; undefined without a search, or where the list failed to load. */
  found: number | undefined
  /** The language, where the address names it: a submitted form replaces the query of its page. */
  addressLocale: string | undefined
}

/** The FAQ's search box: a form that works without scripts and, once hydrated, searches while the visitor types. */
export function SearchBox({ search, found, addressLocale }: SearchBoxProps) {
  const { t } = useTranslation('board')
  const { box, onFocus, onInput, onSubmit, onKeyDown, onClear } = useSearchBox(search)
  const hiddenFields = (
    <>
      {addressLocale && <input type="hidden" name={LOCALE_QUERY} value={addressLocale} />}
      {search.category !== undefined && <input type="hidden" name="category" value={search.category} />}
    </>
  )
  const outcome = found === undefined ? undefined : t('search-found', { found })
  return (
    <search className={styles.search}>
      <form action="/support/faq" className={styles.form} onSubmit={onSubmit}>
        {hiddenFields}
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
          <span className={styles.clear}>
            <CloseButton type="submit" form={CLEAR} size="medium" label={t('search-clear')} />
          </span>
        </span>
        <Button type="submit" className={styles.submit}>
          {t('search-submit')}
        </Button>
        <p id={HINT} className={styles.hint}>
          {found ? outcome : t('search-hint')}
        </p>
      </form>
      <form id={CLEAR} action="/support/faq" onSubmit={onClear}>
        {hiddenFields}
      </form>
      <SearchStatus outcome={outcome} />
    </search>
  )
}

/** Pause in typing after which the outcome is announced. */
const PAUSE_MS = 800

/** Announces the outcome of a search to assistive technology, but not the one of the first render, which it reads anyway. */
function SearchStatus({ outcome = '' }: { outcome: string | undefined }) {
  const [initial, setInitial] = useState<string | null>(outcome)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    if (outcome === initial) return
    const timer = setTimeout(() => {
      setAnnounced(outcome)
      setInitial(null)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [outcome, initial])
  return (
    <p role="status" className="visually-hidden">
      {announced}
    </p>
  )
}

/** Shown in place of the list where a search finds nothing: search in all categories, or ask. */
export function NothingFound({ search: { category, q } }: { search: FaqSearch }) {
  const { t } = useTranslation('board')
  return (
    <div className={styles.nothing}>
      <Icon name="search" size={26} />
      <p className={styles.outcome}>{t('search-nothing', { query: q })}</p>
      <p>{t('search-advice')}</p>
      <p className={styles.actions}>
        {category !== undefined && (
          <Link to="/support/faq" search={{ q }} className={buttonClass('outline')} resetScroll={false}>
            {t('search-everywhere')}
          </Link>
        )}
        <Link to="/support/request" className={buttonClass('primary')}>
          {t('search-ask')}
        </Link>
      </p>
    </div>
  )
}

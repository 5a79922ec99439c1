import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { buttonClass } from '../../ui/button'
import fieldStyles from '../../ui/field.module.css'

interface FiltersProps {
  /** The address of the list. */
  action: string
  /** What stays chosen, by name. */
  kept?: Record<string, string | undefined>
  /** The search field; without it the list has none. */
  search?: { value: string; hint: string }
  /** Whether a filter is on. */
  isOn: boolean
  /** The address without the filters. */
  clear: string
  /** Fields of the other filters. */
  children?: ReactNode
}

/** The search and the filters of a list: one line, and the rest behind a word until it is asked for or in use. */
export function Filters({ action, kept = {}, search, isOn, clear, children }: FiltersProps) {
  const { t } = useTranslation('admin')
  const clearing = (
    <a className="clear" href={clear}>
      {t('filters.clear')}
    </a>
  )
  return (
    <form method="get" action={action} className="filters" role="search">
      {Object.entries(kept).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {search && (
        <div className="search">
          <input
            className={fieldStyles.control}
            type="search"
            name="q"
            defaultValue={search.value}
            maxLength={100}
            aria-label={t('filters.search')}
            placeholder={search.hint}
          />
          <button type="submit" className={buttonClass('primary')}>
            {t('filters.search')}
          </button>
          {search.value && !isOn && clearing}
        </div>
      )}
      {children && (
        <details className="more" open={isOn}>
          <summary>{t('filters.more')}</summary>
          <div className="filter-fields">{children}</div>
          <div className="actions">
            <button type="submit" className={buttonClass('outline')}>
              {t('filters.apply')}
            </button>
            {isOn && clearing}
          </div>
        </details>
      )}
    </form>
  )
}

/** A choice that is on or off. */
export function CheckField({ name, label, checked }: { name: string; label: string; checked: boolean }) {
  return (
    <label className="check">
      <input type="checkbox" name={name} value="yes" defaultChecked={checked} /> {label}
    </label>
  )
}

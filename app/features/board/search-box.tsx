import { useTranslation } from '../../i18n/use-translation'
import { BOARDS, type BoardName } from '../../../functions/contract/board'
import { LOCALE_QUERY } from '../../i18n/locale'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import type { ListSearch } from '../../urls/list-search'
import styles from './search-box.module.css'

/**
 * The search of a list (docs/specification.md#2): a form of the browser, answered by a page of its own.
 * @param shown whether the brand has it switched on; otherwise it is in the page, but hidden
 * @param addressLocale the language, where the address names it: a sent form replaces the query of its page
 */
export function SearchBox({
  board,
  search: { category, q = '' },
  shown,
  addressLocale,
}: {
  board: BoardName
  search: ListSearch
  shown: boolean
  addressLocale: string | undefined
}) {
  const { t } = useTranslation(['board', 'page'])
  return (
    <search hidden={!shown}>
      <form action={BOARDS[board].address} className={styles.form}>
        {addressLocale && <input type="hidden" name={LOCALE_QUERY} value={addressLocale} />}
        {category !== undefined && <input type="hidden" name="category" value={category} />}
        {/* The key: a link of the page may have changed the search. */}
        <TextField
          key={q}
          id="search"
          type="search"
          name="q"
          label={t('search-label', { board: t(`page:${board}.name`) })}
          defaultValue={q}
        />
        <Button type="submit" className={styles.submit}>
          {t('search-submit')}
        </Button>
      </form>
    </search>
  )
}

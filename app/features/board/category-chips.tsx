import { useTranslation } from '../../i18n/use-translation'
import { BOARDS, type BoardName, type SubCategory } from '../../../functions/contract/board'
import type { Locale } from '../../i18n/locale'
import { categoryIn } from '../../i18n/own-text'
import { StateLink } from '../../ui/state-link'
import type { ListSearch } from '../../urls/list-search'
import styles from './category-chips.module.css'

/**
 * Category chips as links. The first one is always there, also where the sub-categories or the list could not be loaded: the list then
 * is the first chip's. Another chip keeps the page of the notices but resets that of the FAQ
 * (docs/specification.md#4), and keeps a search.
 */
export function CategoryChips({
  board,
  subCategories,
  search,
  locale,
}: {
  board: BoardName
  subCategories: SubCategory[]
  search: ListSearch
  locale: Locale
}) {
  const { t } = useTranslation('board')
  const chosen = subCategories.length === 0 ? undefined : search.category
  const { address, firstChip, keepsPage } = BOARDS[board]
  const page = keepsPage ? search.page : undefined
  const chips = [
    { id: undefined, name: t(search.q === undefined ? firstChip : 'all') },
    ...subCategories.map((category) => ({ id: category.sub_category_id, name: categoryIn(category, locale) })),
  ]
  return (
    <nav aria-label={t('filter')}>
      <ul className={styles.chips}>
        {chips.map(({ id, name }) => (
          <li key={id ?? ''}>
            <StateLink
              to={address}
              search={{ category: id, page, q: search.q }}
              className={styles.chip}
              current={id === chosen ? 'true' : undefined}
              resetScroll={false}
            >
              {name}
            </StateLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { useTranslation } from 'react-i18next'
import type { BoardName, SubCategory } from '../../../functions/contract/board'
import { StateLink } from '../../ui/state-link'
import styles from './chips.module.css'
import type { FaqSearch } from './search'
import { useCategoryName } from './category-name'

/** Category chips as links. Changing the chip resets the page on the FAQ, not on the notices (spec 4), and keeps a search, which looks through all of the FAQ. */
export function Chips({
  board,
  subCategories,
  search,
}: {
  board: BoardName
  subCategories: SubCategory[]
  search: FaqSearch
}) {
  const { t } = useTranslation('board')
  const nameOf = useCategoryName()
  if (subCategories.length === 0) return null
  const page = board === 'notice' ? search.page : undefined
  const chips = [
    { id: undefined, name: t(board === 'notice' || search.q !== undefined ? 'all' : 'top') },
    ...subCategories.map((category) => ({ id: category.sub_category_id, name: nameOf(category) })),
  ]
  return (
    <nav aria-label={t('filter')}>
      <ul className={styles.chips}>
        {chips.map(({ id, name }) => (
          <li key={id ?? ''}>
            <StateLink
              to={`/support/${board}`}
              search={{ category: id, page, q: search.q }}
              className={styles.chip}
              current={id === search.category ? 'true' : undefined}
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

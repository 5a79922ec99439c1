import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardName } from '../../../functions/contract/board'
import { Icon, type IconName } from '../../ui/icon'
import { StateLink } from '../../ui/state-link'
import { pageWindow } from './page-window'
import styles from './pagination.module.css'
import type { FaqSearch } from './search'

/** Links to the pages of a list, ten entries a page; nothing where one page holds all. */
export function Pagination({
  board,
  search: { category, q },
  page,
  pages,
}: {
  board: BoardName
  search: FaqSearch
  page: number
  pages: number
}) {
  const { t } = useTranslation('board')
  if (pages < 2) return null
  const link = (target: number, label: string, content: ReactNode, current = false) => (
    <StateLink
      to={`/support/${board}`}
      search={{ category, page: target > 1 ? target : undefined, q }}
      className={styles.link}
      aria-label={label}
      current={current ? 'page' : undefined}
    >
      {content}
    </StateLink>
  )
  const step = (target: number, label: string, icon: IconName, possible: boolean) =>
    possible && <li className={styles.step}>{link(target, label, <Icon name={icon} size={18} />)}</li>
  return (
    <nav aria-label={t('pagination')} className={styles.pagination}>
      <ul>
        {step(1, t('page-first'), 'chevrons-left', page > 1)}
        {step(page - 1, t('page-previous'), 'chevron-left', page > 1)}
        {pageWindow(page, pages).map((number) => (
          <li key={number}>{link(number, t('page-number', { page: number }), number, number === page)}</li>
        ))}
        {step(page + 1, t('page-next'), 'chevron-right', page < pages)}
        {step(pages, t('page-last'), 'chevrons-right', page < pages)}
      </ul>
    </nav>
  )
}

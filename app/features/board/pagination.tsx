import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { BOARDS, type BoardName } from '../../../functions/contract/board'
import { Icon, type IconName } from '../../ui/icon'
import { StateLink } from '../../ui/state-link'
import type { ListSearch } from '../../urls/list-search'
import styles from './pagination.module.css'

const WINDOW = 5

/** Up to five page numbers around the current one. */
export function pageWindow(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(WINDOW / 2), pages - WINDOW + 1))
  return Array.from({ length: Math.min(WINDOW, pages) }, (_, index) => first + index)
}

/** Links to the pages of a list; nothing for a single page. */
export function Pagination({
  board,
  search: { category, q },
  page,
  pages,
}: {
  board: BoardName
  search: ListSearch
  page: number
  pages: number
}) {
  const { t } = useTranslation('board')
  if (pages < 2) return null
  const link = (target: number, label: string, content: ReactNode, current = false) => (
    <StateLink
      to={BOARDS[board].address}
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
        {/* In the label the number is a word of its own, as in the visible text (WCAG 2.5.3). */}
        {pageWindow(page, pages).map((number) => (
          <li key={number}>{link(number, t('page-number', { page: number }), number, number === page)}</li>
        ))}
        {step(page + 1, t('page-next'), 'chevron-right', page < pages)}
        {step(pages, t('page-last'), 'chevrons-right', page < pages)}
      </ul>
    </nav>
  )
}

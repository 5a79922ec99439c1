import { createIsomorphicFn } from '@tanstack/react-start'
import type { BoardItem, SubCategory } from '../../../functions/contract/board'
import { BOARD_GROUPS } from '../../../functions/contract/board-groups'
import { PAGE_SIZE } from '../../../functions/contract/limits'
import type { Locale } from '../../i18n/locale'
import { api } from '../../api/client'
import { markUncacheable } from '../../context/page-context'
import { categoryName } from '../board/category-name'
import type { Find } from './find'
import { isNew } from '../board/freshness'
import { orElse, orFailure, type Listing, type ListingResult } from '../board/listing'
import type { BoardSearch, FaqSearch } from '../board/search'

/** The whole FAQ. Failing sub-categories cost only their chips. */
const loadFaq = (): Promise<[all: BoardItem[], subCategories: SubCategory[]]> =>
  Promise.all([api.entries(BOARD_GROUPS.faq), orElse(api.selectSubCategory({ group_uuid: BOARD_GROUPS.faq }), [])])

const KEPT_MS = 300_000

interface Kept {
  until: number
  board: ReturnType<typeof loadFaq>
}
let kept: Kept | undefined

/** The FAQ's entries: at the edge from its cache, in the browser once in five minutes, so that a stroke costs no call. */
const entries = createIsomorphicFn()
  .server(loadFaq)
  .client(() => {
    if (kept && kept.until > Date.now()) return kept.board
    const asked: Kept = { until: Date.now() + KEPT_MS, board: loadFaq() }
    asked.board.catch(() => {
      if (kept === asked) kept = undefined
    })
    kept = asked
    return asked.board
  })

/** What a search needs: the entries, and the code that knows Korean. */
const need = () => Promise.all([entries(), import('./find')])

/** Fetches what a search needs, so that the answer to a stroke is there at once; a failure is the search's to tell. */
export const prepareSearch = (): Promise<unknown> => need().catch(() => undefined)

/**
 * One page of what a search finds among subjects and the names of categories, in the order of the board. Without a
 * category it looks through the whole FAQ, not only through what is flagged as priority.
 */
export function cutFound(
  all: BoardItem[],
  subCategories: SubCategory[],
  search: BoardSearch,
  find: Find,
  locale: Locale,
  now: number,
): Listing {
  const category = subCategories.find(({ sub_category_id }) => sub_category_id === search.category)
  const among =
    search.category === undefined || subCategories.length === 0
      ? all
      : all.filter((item) => category !== undefined && bears(item, category))
  const found = among.flatMap((item) => {
    // Marks count characters in the form that they were looked for.
    const subject = item.subject.normalize('NFC')
    const [inSubject, inCategory] = find(subject, categoryName(item, locale).normalize('NFC')) ?? []
    return inSubject && inCategory
      ? [{ ...item, subject, isNew: isNew(item, now), met: { subject: inSubject, category: inCategory } }]
      : []
  })
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const page = Math.min(search.page ?? 1, pages)
  return {
    items: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    subCategories,
    page,
    pages,
    total: found.length,
  }
}

/** An entry belongs to the category whose name it bears (contract: list items carry no category id). */
const bears = (item: BoardItem, category: SubCategory): boolean =>
  item.sub_category_name === category.sub_category_name && item.sub_category_en_name === category.sub_category_en_name

/** What a search finds. Its page is rendered, not kept: nobody's words may fill the cache. */
export function loadFound({ q = '', ...search }: FaqSearch, locale: Locale): Promise<ListingResult> {
  markUncacheable()
  return orFailure(async () => {
    const [[all, subCategories], { finder }] = await need()
    return { listing: cutFound(all, subCategories, search, finder(q), locale, Date.now()) }
  })
}

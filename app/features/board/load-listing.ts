import {
  BOARDS,
  type BoardName,
  type ListingPage,
  type ListingRequest,
  type SubCategory,
} from '../../../functions/contract/board'
import { LIST_PAGE_SIZE } from '../../../functions/contract/list-limits'
import type { ErrorCode } from '../../../functions/contract/problem'
import { loadOptional, loadOrFailure } from '../../api/loader-data'
import { readCategories, readListPage } from '../../api/reads'
import { markUncacheable } from '../../context/page-context'
import type { ListSearch } from '../../urls/list-search'

/** One page of a list and the chips above it. `partial`: without its sub-categories, because they could not be loaded. */
export type ListingResult =
  | { listing: ListingPage; subCategories: SubCategory[]; now: number; partial?: true }
  | { failure: ErrorCode }

const EMPTY_PAGE: ListingPage = { data: [], page: 1, pages: 1, total: 0 }

/**
 * The request for the list that an address names. Without a category, or where the categories could not be loaded, it asks for all
 * notices and for the FAQ entries with priority; a search without a category looks through the whole FAQ.
 * @returns null for an unknown category
 */
export function requestOf(board: BoardName, subCategories: SubCategory[], search: ListSearch): ListingRequest | null {
  const part = { page: search.page, size: LIST_PAGE_SIZE }
  if (search.category === undefined || subCategories.length === 0)
    return { ...part, priority: BOARDS[board].firstChip === 'top' && search.q === undefined }
  const category = subCategories.find(({ sub_category_id }) => sub_category_id === search.category)
  return category ? { ...part, category } : null
}

/** The list of a board for an address. Where the sub-categories fail to load, only the chips are missing. */
export function loadListing(board: BoardName, search: ListSearch): Promise<ListingResult> {
  return loadOrFailure(async () => {
    const categories = loadOptional(readCategories(board), null)
    // Without a category both calls run at once.
    const request = requestOf(board, search.category === undefined ? [] : ((await categories) ?? []), search)
    const [listing, subCategories] = await Promise.all([
      request ? readListPage(board, request, search.q) : EMPTY_PAGE,
      categories,
    ])
    // Anybody can invent searches, categories and page numbers; their pages would only fill the page cache.
    if (!request || search.q !== undefined || listing.page !== (search.page ?? 1)) markUncacheable()
    // The time for the 'New' badges, so that server and browser agree.
    const result = { listing, subCategories: subCategories ?? [], now: Date.now() }
    return subCategories ? result : { ...result, partial: true }
  })
}

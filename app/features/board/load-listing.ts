import {
  BOARD_GROUPS,
  BOARDS,
  type BoardItem,
  type BoardName,
  type ListingPage,
  type ListingRequest,
  type SubCategory,
} from '../../../functions/contract/board'
import type { ErrorCode } from '../../../functions/contract/problem'
import { api } from '../../api/client'
import { loadOptional, loadOrFailure } from '../../api/loader-data'
import { markUncacheable } from '../../context/page-context'
import type { Locale } from '../../i18n/locale'
import { ownText, type OwnText } from '../../i18n/own-text'
import { PAGE_SIZE, type FaqSearch } from '../../urls/list-search'
import { isNew } from './new-badge'

/** A row of a list, with its subject in the page's language: the other one does not travel with the page. */
export interface Row extends Omit<BoardItem, 'subject'> {
  subject: OwnText
  /** Computed by the loader, so that server and browser agree. */
  isNew?: boolean
}

/** One page of a list. */
export interface Listing {
  items: Row[]
  subCategories: SubCategory[]
  /** From 1, at most the last one. */
  page: number
  pages: number
  /** Entries on all pages. */
  total: number
}
/** `partial`: without its sub-categories, because they could not be loaded. */
export type ListingResult = { listing: Listing; partial?: true } | { failure: ErrorCode }

/** Id of an entry's row in its list, for links back to it. */
export const rowId = (board_uuid: string): string => `entry-${board_uuid}`

export const EMPTY_PAGE: ListingPage = { data: [], page: 1, pages: 1, total: 0 }

/**
 * The request for the list that an address names. Without a category, or where the categories could not be loaded, it asks for all
 * notices and for the FAQ entries with priority; a search without a category looks through the whole FAQ.
 * @returns null for an unknown category
 */
export function requestOf(board: BoardName, subCategories: SubCategory[], search: FaqSearch): ListingRequest | null {
  const part = { page: search.page, size: PAGE_SIZE }
  if (search.category === undefined || subCategories.length === 0)
    return { ...part, priority: BOARDS[board].firstChip === 'top' && search.q === undefined }
  const category = subCategories.find(({ sub_category_id }) => sub_category_id === search.category)
  return category ? { ...part, category: category.name } : null
}

/** @param now milliseconds since the epoch, for the 'New' badge */
export function listingOf(
  { data, ...place }: ListingPage,
  subCategories: SubCategory[],
  locale: Locale,
  now: number,
): Listing {
  return { items: data.map((item) => ({ ...rowOf(item, locale), isNew: isNew(item, now) })), subCategories, ...place }
}

export const rowOf = (item: BoardItem, locale: Locale): Row => ({ ...item, subject: ownText(item.subject, locale) })

/** The list of a board for an address. Where the sub-categories fail to load, only the chips are missing. */
export function loadListing(board: BoardName, search: FaqSearch, locale: Locale): Promise<ListingResult> {
  const group_uuid = BOARD_GROUPS[board]
  return loadOrFailure(async () => {
    const categories = loadOptional(api.selectSubCategory({ group_uuid }), null)
    // Without a category both calls run at once.
    const request = requestOf(board, search.category === undefined ? [] : ((await categories) ?? []), search)
    const [page, subCategories] = await Promise.all([
      request ? api.listing(group_uuid, request, search.q) : EMPTY_PAGE,
      categories,
    ])
    // Anybody can invent searches, categories and page numbers; their pages would only fill the page cache.
    if (!request || search.q !== undefined || page.page !== (search.page ?? 1)) markUncacheable()
    const listing = listingOf(page, subCategories ?? [], locale, Date.now())
    return subCategories ? { listing } : { listing, partial: true }
  })
}

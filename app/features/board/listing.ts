import type { BoardItem, SubCategory } from '../../../functions/contract/board'
import { BOARD_GROUPS, type BoardName } from '../../../functions/contract/board-groups'
import type { ListingPage, ListingRequest } from '../../../functions/contract/listing-request'
import { PAGE_SIZE } from '../../../functions/contract/limits'
import type { ErrorCode } from '../../../functions/contract/problem'
import { api, ApiFailure } from '../../api/client'
import { markUncacheable, setPageStatus } from '../../context/page-context'
import type { Range } from '../faq-search/find'
import { isNew } from './freshness'
import type { BoardSearch } from './search'

/** A row with what depends on the hour, decided once so that server and browser agree. */
export type Row = BoardItem & { isNew: boolean }

/** A row that a search has found, with what it has met in the two texts that the row shows. */
export interface FoundRow extends Row {
  met: { subject: Range[]; category: Range[] }
}

/** One page of a list, cut where the data is, so that a long board costs the page nothing. */
export interface Listing {
  items: (Row | FoundRow)[]
  subCategories: SubCategory[]
  /** From 1; clamped to the last one. */
  page: number
  pages: number
  /** Entries of all pages. */
  total: number
}
export type ListingResult = { listing: Listing } | { failure: ErrorCode }

/**
 * What to ask of a board for the list that an address names. Without a category the notices are all of them, the FAQ what is flagged as
 * priority; so it is, too, where the categories could not be had.
 * @returns null for a category that the board does not have: nothing is shown
 */
export function requestOf(board: BoardName, subCategories: SubCategory[], search: BoardSearch): ListingRequest | null {
  const part = { page: search.page, size: PAGE_SIZE }
  if (search.category === undefined || subCategories.length === 0) return { ...part, priority: board === 'faq' }
  const category = subCategories.find(({ sub_category_id }) => sub_category_id === search.category)
  return category ? { ...part, category } : null
}

/** @param now milliseconds since epoch, for the 'New' badge */
export function listingOf({ data, ...place }: ListingPage, subCategories: SubCategory[], now: number): Listing {
  return { items: data.map((item) => ({ ...item, isNew: isNew(item, now) })), subCategories, ...place }
}

/** Runs a loader's calls; a failure becomes a code for the page to speak, with status 502 (contract: Addresses). */
export async function orFailure<T extends object>(load: () => Promise<T>): Promise<T | { failure: ErrorCode }> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    setPageStatus(502)
    return { failure: error.code }
  }
}

/** Data that a page can do without: a failure costs only that part. */
export async function orElse<T>(load: Promise<T>, instead: T): Promise<T> {
  try {
    return await load
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    markUncacheable()
    return instead
  }
}

export const EMPTY_LISTING: ListingPage = { data: [], page: 1, pages: 1, total: 0 }

/** The list of a board as the address asks for it. Failing sub-categories cost only their chips. */
export function loadListing(board: BoardName, search: BoardSearch): Promise<ListingResult> {
  const group_uuid = BOARD_GROUPS[board]
  return orFailure(async () => {
    const categories = orElse(api.selectSubCategory({ group_uuid }), [])
    // Without a category both are asked for at once.
    const asked = requestOf(board, search.category === undefined ? [] : await categories, search)
    const [found, subCategories] = await Promise.all([
      asked ? api.listing(group_uuid, asked) : EMPTY_LISTING,
      categories,
    ])
    return { listing: listingOf(found, subCategories, Date.now()) }
  })
}

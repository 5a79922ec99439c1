import type { BoardItem, SubCategory } from '../../../functions/contract/board'
import { BOARD_GROUPS, type BoardName } from '../../../functions/contract/board-groups'
import { PAGE_SIZE } from '../../../functions/contract/limits'
import type { ErrorCode } from '../../../functions/contract/problem'
import { api, ApiFailure } from '../../api'
import { markPassing, setPageStatus } from '../../page-status'
import { isNew } from './freshness'
import type { BoardSearch } from './search'

/** A row with what depends on the hour, decided once so that server and browser agree. */
export type Row = BoardItem & { isNew: boolean }

/** One page of a list, cut where the data is, so that a long board costs the page nothing. */
export interface Listing {
  items: Row[]
  subCategories: SubCategory[]
  /** From 1; clamped to the last one. */
  page: number
  pages: number
}
export type ListingResult = { listing: Listing } | { failure: ErrorCode }

/**
 * Cuts one page out of a whole list.
 * A category that the board does not have shows nothing; if the categories themselves are missing, everything.
 * @param now milliseconds since epoch, for the 'New' badge
 */
export function cutListing(board: BoardName, all: BoardItem[], subCategories: SubCategory[], search: BoardSearch, now: number): Listing {
  const category = subCategories.find(({ sub_category_id }) => sub_category_id === search.category)
  const shown = all.filter((item) => {
    if (search.category === undefined || subCategories.length === 0) return board === 'notice' || item.is_priority
    return category !== undefined && item.sub_category_name === category.sub_category_name && item.sub_category_en_name === category.sub_category_en_name
  })
  const pages = Math.max(1, Math.ceil(shown.length / PAGE_SIZE))
  const page = Math.min(search.page ?? 1, pages)
  const items = shown.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((item) => ({ ...item, isNew: isNew(item, now) }))
  return { items, subCategories, page, pages }
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
export async function orNothing<T>(load: Promise<T[]>): Promise<T[]> {
  try {
    return await load
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    markPassing()
    return []
  }
}

/** The list of a board as the address asks for it. Failing sub-categories cost only their chips. */
export function loadListing(board: BoardName, search: BoardSearch): Promise<ListingResult> {
  const group_uuid = BOARD_GROUPS[board]
  return orFailure(async () => {
    const [all, subCategories] = await Promise.all([
      api.selectList({ group_uuid, sub_category_id: [], search_text: '', search_date: [] }),
      orNothing(api.selectSubCategory({ group_uuid })),
    ])
    return { listing: cutListing(board, all, subCategories, search, Date.now()) }
  })
}

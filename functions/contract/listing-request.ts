import type { BoardItem } from './board.ts'

/*
 * A part of a list. A board is one long answer (spec 7); who shows ten rows of it asks with this header, and time and bytes
 * no longer grow with what the visitor does not see. Without the header a list is whole, as the contract has it. Without zod: browsers load this.
 */
export const LISTING_HEADER = 'x-listing'

/** A page to ask for. */
export interface ListingRequest {
  /** From 1. */
  page?: number | undefined
  size: number
  /** Only rows of the sub-category of these names. */
  category?: Pick<BoardItem, 'sub_category_name' | 'sub_category_en_name'> | undefined
  /** Only rows with priority. */
  priority?: boolean
}

/** The header that asks for a page. Names go percent-encoded, for a header holds only ASCII. */
export function listingHeader({ page = 1, size, category, priority = false }: ListingRequest): Record<string, string> {
  const asked = new URLSearchParams({ page: String(page), size: String(size), ...(priority && { priority: '1' }) })
  if (category) {
    asked.set('category', category.sub_category_name)
    asked.set('category_en', category.sub_category_en_name)
  }
  return { [LISTING_HEADER]: asked.toString() }
}

/** The header that asks for the neighbours of an entry. */
export const aroundHeader = (around: string): Record<string, string> => ({
  [LISTING_HEADER]: new URLSearchParams({ around }).toString(),
})

/** One page of a list. */
export interface ListingPage {
  data: BoardItem[]
  /** Clamped to the last one, from 1. */
  page: number
  pages: number
  /** Rows of the whole selection. */
  total: number
}

/** The rows above and below one in the whole list. */
export interface ListingNeighbours {
  previous: BoardItem | null
  next: BoardItem | null
}

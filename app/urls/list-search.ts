import { searchText } from './search-text'

/** State of a list in its address (docs/contract.md#2). Left out: the first page, no category. */
export interface ListSearch {
  category?: string
  page?: number
}

/** State of the FAQ list, which can be searched where the brand has that switched on. */
export interface FaqSearch extends ListSearch {
  q?: string
}

/** Reads a list's state from a query and ignores invalid values. */
export function listSearch(query: Record<string, unknown>): ListSearch {
  const page = Number(query.page)
  return {
    ...(typeof query.category === 'string' && query.category !== '' && { category: query.category }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
  }
}

/** The same for the FAQ list. */
export function faqSearch(query: Record<string, unknown>): FaqSearch {
  const q = searchText(query.q)
  return { ...listSearch(query), ...(q !== undefined && { q }) }
}

/** Id of an entry's row in its list, for links back to it. */
export const rowId = (board_uuid: string): string => `entry-${board_uuid}`

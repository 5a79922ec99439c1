import { searchText } from '../../urls/search-text'

/** List state in the address (contract: Addresses). Without a value: the first page, no category. */
export interface BoardSearch {
  category?: string
  page?: number
}

/** The same for the FAQ, which may be searched where the brand has that switched on. */
export interface FaqSearch extends BoardSearch {
  q?: string
}

/** Reads list state from a query; what does not fit is left out. */
export function boardSearch(query: Record<string, unknown>): BoardSearch {
  const page = Number(query.page)
  return {
    ...(typeof query.category === 'string' && query.category !== '' && { category: query.category }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
  }
}

/** Reads list state and search from a query. */
export function faqSearch(query: Record<string, unknown>): FaqSearch {
  const q = searchText(query.q)
  return { ...boardSearch(query), ...(q !== undefined && { q }) }
}

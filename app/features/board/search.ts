/** List state in the address (contract: Addresses). Without a value: the first page, no category. */
export interface BoardSearch {
  category?: string
  page?: number
}

/** Reads list state from a query; what does not fit is left out. */
export function boardSearch(query: Record<string, unknown>): BoardSearch {
  const page = Number(query.page)
  return {
    ...(typeof query.category === 'string' && query.category !== '' && { category: query.category }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
  }
}

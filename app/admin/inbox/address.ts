import type { InquiryFilters } from '../../../functions/contract/inquiry-filters'

const LIST = '/admin/inquiries'

/** Where an inquiry by telephone is noted. */
export const TELEPHONE = `${LIST}/new`

type Filters = Partial<InquiryFilters>

/** The filters as a query, the first page left out. */
function queryOf({ page, ...filters }: Filters): string {
  const pairs = Object.entries({ ...filters, page: page === 1 ? undefined : page }).filter(([, value]) => value)
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`
}

/** The address of the list with these filters. */
export const listAddress = (filters: Filters): string => LIST + queryOf(filters)

/** The address of an inquiry; the filters lead back to the list and to its neighbours there. */
export const inquiryAddress = (receipt: string, filters: Filters): string =>
  `${LIST}/${encodeURIComponent(receipt)}${queryOf({ ...filters, page: undefined })}`

/** The address of the same selection as CSV. */
export const exportAddress = (filters: Filters): string => `${LIST}.csv${queryOf({ ...filters, page: undefined })}`

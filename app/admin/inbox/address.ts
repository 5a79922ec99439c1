import type { InquiryFilters } from '../../../functions/contract/inquiry-filters'
import { withQuery } from '../frame/addresses'

const LIST = '/admin/inquiries'

/** Where an inquiry by telephone is noted. */
export const TELEPHONE = `${LIST}/new`

type Filters = Partial<InquiryFilters>

/** An address with the filters; the first page and an empty search are none. */
const withFilters = (address: string, { q, page, ...filters }: Filters): string =>
  withQuery(address, { ...filters, q: q || undefined, page: page === 1 ? undefined : page })

/** The address of the list with these filters. */
export const listAddress = (filters: Filters): string => withFilters(LIST, filters)

/** The address of an inquiry; the filters lead back to the list and to its neighbours there. */
export const inquiryAddress = (receipt: string, filters: Filters): string =>
  withFilters(`${LIST}/${encodeURIComponent(receipt)}`, { ...filters, page: undefined })

/** The address of the same selection as CSV. */
export const exportAddress = (filters: Filters): string => withFilters(`${LIST}.csv`, { ...filters, page: undefined })

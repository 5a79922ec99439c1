// Boards as both sides know them. No zod here, because browsers load this module: the schemas are in request-bodies.ts.

/** The two boards by the upstream's group identifier (docs/specification.md#3). */
export const BOARD_GROUPS = {
  notice: '6f1f3c52-5a3e-4e0b-9c1b-7d2b8a3f1e01',
  faq: '6f1f3c52-5a3e-4e0b-9c1b-7d2b8a3f1e02',
} as const
export type BoardName = keyof typeof BOARD_GROUPS
export const boardOf = (group: string): BoardName => (group === BOARD_GROUPS.faq ? 'faq' : 'notice')

/**
 * What may identify an entry in lists, calls and addresses (docs/contract.md#5). Not only dots, which would name another path, and not
 * the address of the notice feed.
 */
export const BOARD_ID = /^(?!\.+$|feed\.xml$)[A-Za-z0-9._~=+:@-]{1,128}$/
/** What may identify a sub-category in lists and addresses. */
export const CATEGORY_ID = /^\S{1,64}$/

/** One row of a notice or FAQ list. Dates are ISO 8601 in UTC. */
export interface BoardItem {
  board_uuid: string
  /** In Korean; empty where the entry has only an English text. Without `subject_en` in whatever language the upstream has it. */
  subject: string
  /** In English; empty where the entry has only a Korean text, left out where the upstream does not keep languages apart. */
  subject_en?: string
  sub_category_name: string
  sub_category_en_name: string
  /** Null where the upstream sends none. */
  create_date: string | null
  update_date: string | null
  is_priority: boolean
}

/** One notice or FAQ. `contents` is sanitised HTML. */
export interface BoardDetail extends Omit<BoardItem, 'board_uuid' | 'is_priority'> {
  contents: string
  /** As `subject_en`. */
  contents_en?: string
}

export interface SubCategory {
  sub_category_id: string
  sub_category_name: string
  sub_category_en_name: string
}

/** Whether a row belongs to a sub-category: rows have no category id, but its name in at least one of the languages. */
export const isInCategory = (
  row: Pick<BoardItem, 'sub_category_name' | 'sub_category_en_name'>,
  category: Pick<BoardItem, 'sub_category_name' | 'sub_category_en_name'>,
): boolean =>
  (row.sub_category_name !== '' && row.sub_category_name === category.sub_category_name) ||
  (row.sub_category_en_name !== '' && row.sub_category_en_name === category.sub_category_en_name)

/** Body of every successful JSON answer (docs/specification.md#7). */
export interface Envelope<T> {
  data: T
}

/** Request header that asks for a part of a list instead of the whole list. */
export const LISTING_HEADER = 'x-listing'

export interface ListingRequest {
  /** From 1. */
  page?: number | undefined
  size: number
  /** Only rows of the sub-category with these names. */
  category?: Pick<BoardItem, 'sub_category_name' | 'sub_category_en_name'> | undefined
  /** Only rows with priority. */
  priority?: boolean
}

/** The header that asks for one page. Values are percent-encoded, because a header holds only ASCII. */
export function listingHeader({ page = 1, size, category, priority = false }: ListingRequest): Record<string, string> {
  const query = new URLSearchParams({ page: String(page), size: String(size), ...(priority && { priority: '1' }) })
  if (category) {
    query.set('category', category.sub_category_name)
    query.set('category_en', category.sub_category_en_name)
  }
  return { [LISTING_HEADER]: query.toString() }
}

/** The header that asks for the neighbours of an entry. */
export const aroundHeader = (around: string): Record<string, string> => ({
  [LISTING_HEADER]: new URLSearchParams({ around }).toString(),
})

/** One page of a list. */
export interface ListingPage {
  data: BoardItem[]
  /** From 1, at most `pages`. */
  page: number
  pages: number
  /** Rows of all pages. */
  total: number
}

/** The rows before and after one row in the full list. */
export interface ListingNeighbours {
  /** Whether the list has that row. */
  listed: boolean
  previous: BoardItem | null
  next: BoardItem | null
}

import { CATEGORY_NAME, fieldsOf, type FieldOf, type TextFields } from './text-fields.ts'

// Boards as every part of the site has them: the fields of the specification, from the upstream's answer to the page. No zod here, because
// browsers load this module: the schemas are in upstream-shapes.ts and request-bodies.ts.

/** The boards by the upstream's group identifier (docs/specification.md#3). */
export const BOARD_GROUPS = {
  notice: '6f1f3c52-5a3e-4e0b-9c1b-7d2b8a3f1e01',
  faq: '6f1f3c52-5a3e-4e0b-9c1b-7d2b8a3f1e02',
} as const
export type BoardName = keyof typeof BOARD_GROUPS

/**
 * What is different about a board. Code asks for these, never for a board by its name, so that another board is an entry here, its routes
 * and its texts (docs/CONTRIBUTING.md).
 */
interface Board {
  /** Of its list; an entry's address begins with it. */
  address: string
  /** Its name in addresses of the admin. */
  section: string
  /** What its rows are: dated articles with neighbours, the newest first, or questions, which operators put in order. */
  entries: 'articles' | 'questions'
  /** What the first chip shows: all entries, or those with priority, which operators choose. */
  firstChip: 'all' | 'top'
  /** Whether another chip keeps the page of the list (docs/specification.md#4). */
  keepsPage: boolean
  /** Address of its Atom feed. */
  feed: string | null
  /** Whether a brand may have its list searched. */
  searchable: boolean
}
export const BOARDS = {
  notice: {
    address: '/support/notice',
    section: 'notices',
    entries: 'articles',
    firstChip: 'all',
    keepsPage: true,
    feed: '/support/notice/feed.xml',
    searchable: false,
  },
  faq: {
    address: '/support/faq',
    section: 'faq',
    entries: 'questions',
    firstChip: 'top',
    keepsPage: false,
    feed: null,
    searchable: true,
  },
} as const satisfies Record<BoardName, Board>
/** A board of which there is a feed. */
export type BoardWithFeed = {
  [B in BoardName]: (typeof BOARDS)[B]['feed'] extends string ? B : never
}[BoardName]
export const BOARD_NAMES = Object.keys(BOARDS) as readonly BoardName[]

/** Id of the sub-category about the partnership form. A brand without the form shows nothing of it. */
export const PARTNERSHIP_CATEGORY = 'faq-partnership'

/** What a brand shows of the boards. */
export interface Shown {
  whiteLabel: string
  /** Id of a sub-category that the brand does not have. */
  without: string | null
}

/** The board with a group identifier. */
export const boardOfGroup = (group: string): BoardName | undefined =>
  BOARD_NAMES.find((board) => BOARD_GROUPS[board] === group)

/**
 * What may identify an entry in lists, calls and addresses (docs/contract.md#5). Not only dots, which would name another path, and not
 * the address of the notice feed.
 */
export const BOARD_ID = /^(?!\.+$|feed\.xml$)[A-Za-z0-9._~=+:@-]{1,128}$/
/** What may identify a sub-category in lists and addresses. */
export const CATEGORY_ID = /^\S{1,64}$/

/** The names of a sub-category, empty in a language that has none. */
export type CategoryNames = Record<FieldOf<typeof CATEGORY_NAME>, string>

/** What rows and details have. A subject without a field of another language is in a language that is not known. */
interface EntryHead extends TextFields<'subject*'>, CategoryNames {
  /** ISO 8601 in UTC; null where the upstream sends none. */
  create_date: string | null
  update_date: string | null
}

/** One row of a notice or FAQ list (docs/specification.md#3). */
export interface BoardItem extends EntryHead {
  board_uuid: string
  is_priority: boolean
}

/** One notice or FAQ. Its contents are sanitised HTML. */
export interface BoardDetail extends EntryHead, TextFields<'contents*'> {}

export interface SubCategory extends CategoryNames {
  sub_category_id: string
}

/** Whether a row belongs to a sub-category: rows have no category id, but its name in at least one of the languages. */
export const isInCategory = (row: CategoryNames, category: CategoryNames): boolean =>
  fieldsOf(CATEGORY_NAME).some((field) => row[field] !== '' && row[field] === category[field])

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
  category?: CategoryNames | undefined
  /** Only rows with priority. */
  priority?: boolean
}

/** The header that asks for one page. Values are percent-encoded, because a header holds only ASCII. */
export function listingHeader({ page = 1, size, category, priority = false }: ListingRequest): Record<string, string> {
  const query = new URLSearchParams({ page: String(page), size: String(size), ...(priority && { priority: '1' }) })
  if (category) for (const field of fieldsOf(CATEGORY_NAME)) query.set(field, category[field])
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

/**
 * Whether visitors have ever been able to read an entry. Of one whose schedule was canceled the first date lies behind the cancellation.
 * @param entry its times as they are stored, ISO 8601
 */
export const wasPublic = (
  { create_date, withdrawn_at }: { create_date: string | null; withdrawn_at: string | null },
  now = new Date(),
): boolean => create_date !== null && !(Date.parse(create_date) > Date.parse(withdrawn_at ?? now.toISOString()))

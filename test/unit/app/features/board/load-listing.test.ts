import { describe, expect, it } from 'vitest'
import { isNew } from '../../../../../app/features/board/new-badge'
import { requestOf } from '../../../../../app/features/board/load-listing'
import { pageWindow } from '../../../../../app/features/board/pagination'
import type { ListSearch } from '../../../../../app/urls/list-search'
import {
  type BoardItem,
  type BoardName,
  LISTING_HEADER,
  listingHeader,
  type SubCategory,
} from '../../../../../functions/contract/board'
import { listingPart } from '../../../../../functions/contract/request-bodies'
import { pageOf } from '../../../../../functions/lists/read-board'

const NOW = Date.parse('2026-11-20T09:00:00Z')
const release = { sub_category_id: '1', sub_category_name: '업데이트', sub_category_en_name: 'Release' }
const event = { sub_category_id: '2', sub_category_name: '행사', sub_category_en_name: 'Events' }

const nameOf = ({ sub_category_name, sub_category_en_name }: SubCategory) => ({
  sub_category_name,
  sub_category_en_name,
})
const item = (number: number, change: Partial<BoardItem> = {}): BoardItem => ({
  board_uuid: `n${number}`,
  subject: `Notice ${number}`,
  ...nameOf(number % 2 ? release : event),
  create_date: '2026-01-01T00:00:00Z',
  update_date: null,
  is_priority: false,
  ...change,
})
const board = Array.from({ length: 25 }, (_, index) => item(index + 1))
const ids = (items: Pick<BoardItem, 'board_uuid'>[]) => items.map(({ board_uuid }) => board_uuid)

/** Everything but the network: the page's request as a header, and the API's answer to it. */
function cutListing(name: BoardName, all: BoardItem[], subCategories: SubCategory[], search: ListSearch) {
  const asked = requestOf(name, subCategories, search)
  if (!asked) return null
  const part = listingPart.parse(Object.fromEntries(new URLSearchParams(listingHeader(asked)[LISTING_HEADER])))
  if ('around' in part) throw new Error('a page was asked for')
  return pageOf(all, part)
}

describe('a page of a list', () => {
  it('has ten entries in the order of the board', () => {
    const listing = cutListing('notice', board, [release, event], { page: 2 })
    expect(ids(listing?.data ?? [])).toEqual(['n11', 'n12', 'n13', 'n14', 'n15', 'n16', 'n17', 'n18', 'n19', 'n20'])
    expect(listing?.pages).toBe(3)
  })

  it('shows only the entries of the category', () => {
    const listing = cutListing('notice', board, [release, event], { category: '2' })
    expect(listing?.data.every((entry) => entry.sub_category_en_name === 'Events')).toBe(true)
    expect(listing?.pages).toBe(2)
  })

  it('is the last one where the address asks for a later page', () => {
    expect(cutListing('notice', board, [release, event], { category: '2', page: 3 })?.page).toBe(2)
  })

  it('is asked for no more where the category is unknown', () => {
    expect(cutListing('notice', board, [release, event], { category: '9' })).toBeNull()
  })

  it('shows every notice where the categories failed to load', () => {
    expect(cutListing('notice', board, [], { category: '1' })?.pages).toBe(3)
  })

  it('shows only FAQ entries with priority where no category is chosen', () => {
    const faq = [item(1), item(2, { is_priority: true }), item(3)]
    expect(ids(cutListing('faq', faq, [release, event], {})?.data ?? [])).toEqual(['n2'])
    expect(ids(cutListing('faq', faq, [release, event], { category: '1' })?.data ?? [])).toEqual(['n1', 'n3'])
  })
})

describe("the 'New' badge", () => {
  const DAY = 86_400_000
  const isNewWith = (change: Partial<BoardItem>) => isNew(item(1, change), NOW)

  it('shows for seven days from the create date', () => {
    expect(isNewWith({ create_date: new Date(NOW - 7 * DAY).toISOString() })).toBe(true)
    expect(isNewWith({ create_date: new Date(NOW - 7 * DAY - 1).toISOString() })).toBe(false)
  })

  it('counts from the update date where there is one', () => {
    expect(isNewWith({ create_date: '2020-01-01T00:00:00Z', update_date: new Date(NOW - DAY).toISOString() })).toBe(
      true,
    )
    expect(isNewWith({ create_date: new Date(NOW - DAY).toISOString(), update_date: '2020-01-01T00:00:00Z' })).toBe(
      false,
    )
  })
})

describe('the page numbers', () => {
  it.each([
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
  ])('around page %i of %i', (page, pages, expected) => {
    expect(pageWindow(page, pages)).toEqual(expected)
  })
})

import { describe, expect, it } from 'vitest'
import { pageWindow } from '../../../../../app/features/board/page-window'
import { cutListing } from '../../../../../app/features/board/listing'
import { neighboursOf } from '../../../../../app/features/board/entry'
import type { BoardItem } from '../../../../../functions/contract/board'

const NOW = Date.parse('2026-11-20T09:00:00Z')
const release = { sub_category_id: '1', sub_category_name: '업데이트', sub_category_en_name: 'Release' }
const event = { sub_category_id: '2', sub_category_name: '행사', sub_category_en_name: 'Events' }

const item = (number: number, change: Partial<BoardItem> = {}): BoardItem => ({
  board_uuid: `n${number}`,
  subject: `Notice ${number}`,
  sub_category_name: number % 2 ? release.sub_category_name : event.sub_category_name,
  sub_category_en_name: number % 2 ? release.sub_category_en_name : event.sub_category_en_name,
  create_date: '2026-01-01T00:00:00Z',
  update_date: null,
  is_priority: false,
  ...change,
})
const board = Array.from({ length: 25 }, (_, index) => item(index + 1))
const ids = (items: BoardItem[]) => items.map(({ board_uuid }) => board_uuid)

describe('a page of a list', () => {
  it('holds ten entries in the order of the board', () => {
    const listing = cutListing('notice', board, [release, event], { page: 2 }, NOW)
    expect(ids(listing.items)).toEqual(['n11', 'n12', 'n13', 'n14', 'n15', 'n16', 'n17', 'n18', 'n19', 'n20'])
    expect(listing.pages).toBe(3)
  })

  it('shows only the entries that bear the name of the category', () => {
    const listing = cutListing('notice', board, [release, event], { category: '2' }, NOW)
    expect(listing.items.every((entry) => entry.sub_category_en_name === 'Events')).toBe(true)
    expect(listing.pages).toBe(2)
  })

  it('keeps to the last page where the address asks for one that a category does not have', () => {
    expect(cutListing('notice', board, [release, event], { category: '2', page: 3 }, NOW).page).toBe(2)
  })

  it('is empty for a category that the board does not have', () => {
    expect(cutListing('notice', board, [release, event], { category: '9' }, NOW).items).toEqual([])
  })

  it('shows every notice where the categories could not be had', () => {
    expect(cutListing('notice', board, [], { category: '1' }, NOW).pages).toBe(3)
  })

  it('shows on the FAQ without a category only what is flagged as priority', () => {
    const faq = [item(1), item(2, { is_priority: true }), item(3)]
    expect(ids(cutListing('faq', faq, [release, event], {}, NOW).items)).toEqual(['n2'])
    expect(ids(cutListing('faq', faq, [release, event], { category: '1' }, NOW).items)).toEqual(['n1', 'n3'])
  })
})

describe("the 'New' badge", () => {
  const DAY = 86_400_000
  const isNewWith = (change: Partial<BoardItem>) => cutListing('notice', [item(1, change)], [], {}, NOW).items[0]?.isNew

  it('shows for seven days from the create date', () => {
    expect(isNewWith({ create_date: new Date(NOW - 7 * DAY).toISOString() })).toBe(true)
    expect(isNewWith({ create_date: new Date(NOW - 7 * DAY - 1).toISOString() })).toBe(false)
  })

  it('goes by the update date where there is one', () => {
    expect(isNewWith({ create_date: '2020-01-01T00:00:00Z', update_date: new Date(NOW - DAY).toISOString() })).toBe(true)
    expect(isNewWith({ create_date: new Date(NOW - DAY).toISOString(), update_date: '2020-01-01T00:00:00Z' })).toBe(false)
  })
})

describe('previous and next', () => {
  it('are the entries above and below in the full list', () => {
    expect(neighboursOf('n12', board)).toEqual({ previous: { board_uuid: 'n11', subject: 'Notice 11' }, next: { board_uuid: 'n13', subject: 'Notice 13' } })
  })

  it('end with the list', () => {
    expect(neighboursOf('n1', board).previous).toBeNull()
    expect(neighboursOf('n25', board).next).toBeNull()
  })

  it('are none for an entry that the list does not hold', () => {
    expect(neighboursOf('gone', board)).toEqual({ previous: null, next: null })
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

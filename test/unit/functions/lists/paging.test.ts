import { describe, expect, test } from 'vitest'
import type { BoardItem } from '../../../../functions/contract/board.ts'
import { listingPart } from '../../../../functions/contract/request-bodies.ts'
import { neighboursOf, pageOf } from '../../../../functions/lists/read-board.ts'

const list = Array.from({ length: 25 }, (_, number): BoardItem => ({
  board_uuid: `n${number}`,
  subject: `Notice ${number}`,
  sub_category_name: `분류 ${number % 3}`,
  sub_category_en_name: `Category ${number % 3}`,
  create_date: '2026-01-01T00:00:00Z',
  update_date: null,
  is_priority: number % 5 === 0,
}))
const numbersOf = (rows: (BoardItem | null)[]) => rows.map((row) => row && Number(row.board_uuid.slice(1)))
const category = { sub_category_name: '분류 1', sub_category_en_name: 'Category 1' }

describe('a page of a list', () => {
  test.each([
    ['the first page', { page: 1, size: 3 }, [0, 1, 2], { page: 1, pages: 9, total: 25 }],
    ['the last page', { page: 9, size: 3 }, [24], { page: 9, pages: 9, total: 25 }],
    [
      'the last page for a page beyond it',
      { page: 99, size: 10 },
      [20, 21, 22, 23, 24],
      { page: 3, pages: 3, total: 25 },
    ],
    ['a sub-category', { page: 2, size: 6, ...category }, [19, 22], { page: 2, pages: 2, total: 8 }],
    ['rows with priority', { page: 1, size: 9, priority: '1' }, [0, 5, 10, 15, 20], { page: 1, pages: 1, total: 5 }],
    ['both filters', { page: 1, size: 9, ...category, priority: '1' }, [10], { page: 1, pages: 1, total: 1 }],
    [
      'a sub-category by one name only',
      { page: 1, size: 2, sub_category_name: '분류 1', sub_category_en_name: '' },
      [1, 4],
      { page: 1, pages: 4, total: 8 },
    ],
    [
      'a sub-category by its name in either language',
      { page: 1, size: 2, sub_category_name: '다른 이름', sub_category_en_name: 'Category 1' },
      [1, 4],
      { page: 1, pages: 4, total: 8 },
    ],
    [
      'no row without a name',
      { page: 1, size: 2, sub_category_name: '', sub_category_en_name: '' },
      [],
      { page: 1, pages: 1, total: 0 },
    ],
    ['an unknown sub-category', { page: 3, size: 9, sub_category_name: 'x' }, [], { page: 1, pages: 1, total: 0 }],
  ] as const)('holds %s', (_, selection, numbers, place) => {
    const part = listingPart.parse(selection)
    if ('around' in part) throw new Error('a page was asked for')
    const { data, ...rest } = pageOf(list, part)
    expect(numbersOf(data)).toEqual(numbers)
    expect(rest).toEqual(place)
  })
})

describe('the neighbours of an entry', () => {
  test.each([
    ['n12', [11, 13]],
    ['n0', [null, 1]],
    ['n24', [23, null]],
    ['unknown', [null, null]],
  ])('%s', (id, numbers) => {
    const { listed, previous, next } = neighboursOf(list, id)
    expect(numbersOf([previous, next])).toEqual(numbers)
    expect(listed).toBe(id !== 'unknown')
  })
})

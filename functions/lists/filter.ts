import { isInCategory, type BoardItem, type SubCategory } from '../contract/board.ts'
import type { SelectListBody } from '../contract/request-bodies.ts'
import { dateRange } from '../upstream/embedded/board.ts'

/** The body that asks for a whole board: only whole lists are asked for and stored. */
export const wholeBoard = ({ group_uuid }: Pick<SelectListBody, 'group_uuid'>): SelectListBody => ({
  group_uuid,
  sub_category_id: [],
  search_text: '',
  search_date: [],
})

/**
 * Cuts out of a whole board what a body asks for: rows of one of the sub-categories, with the text in their subject, created within the
 * Seoul days. Rows without a date belong to no day.
 * @param categories all sub-categories of the board
 */
export function filterList(
  list: BoardItem[],
  { sub_category_id, search_text, search_date }: SelectListBody,
  categories: SubCategory[],
): BoardItem[] {
  const wanted = categories.filter((category) => sub_category_id.includes(category.sub_category_id))
  const text = search_text.toLowerCase()
  const range = dateRange(search_date)
  if (!range) return []
  const [from, until] = range
  return list.filter(
    (row) =>
      (sub_category_id.length === 0 || wanted.some((category) => isInCategory(row, category))) &&
      row.subject.toLowerCase().includes(text) &&
      (search_date.length === 0 || (row.create_date !== null && row.create_date >= from && row.create_date < until)),
  )
}

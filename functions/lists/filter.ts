import { isInCategory, type BoardItem, type SubCategory } from '../contract/board.ts'
import type { SelectListBody } from '../contract/request-bodies.ts'
import { startOfDay } from '../contract/seoul.ts'
import { fieldsOf } from '../contract/text-fields.ts'

/**
 * Cuts out of a whole board what a body asks for: rows of one of the sub-categories, with the text in their subject in any language, created within the
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
      subjectsOf(row).toLowerCase().includes(text) &&
      (search_date.length === 0 || (row.create_date !== null && row.create_date >= from && row.create_date < until)),
  )
}

/** In all languages, in lines. */
const subjectsOf = (row: BoardItem): string =>
  fieldsOf('subject*')
    .map((field) => row[field] ?? '')
    .join('\n')

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * `search_date` as a half-open range of UTC instants: nothing, one Seoul day, or first and last day, either of which may be
 * empty. Null where it is not a date, so that nothing matches.
 */
function dateRange([first = '', last = first]: SelectListBody['search_date']): [string, string] | null {
  const start = first === '' ? new Date(0) : startOf(first)
  const end = last === '' ? new Date(Date.UTC(9999, 0)) : startOf(last, 1)
  return start && end ? [start.toISOString(), end.toISOString()] : null
}

/** Of a day in Seoul, or a moment; null where it is neither. */
function startOf(text: string, daysLater = 0): Date | null {
  const date = new Date(DAY.test(text) ? startOfDay(text) : text)
  date.setUTCDate(date.getUTCDate() + daysLater)
  const year = date.getUTCFullYear()
  return Number.isNaN(year) || year > 9999 || year < 0 ? null : date
}

import { isInCategory, type BoardItem, type ListingNeighbours, type ListingPage } from '../contract/board.ts'
import type { ListingSelection } from '../contract/request-bodies.ts'

/** Cuts one page out of a list, after its filters. A page beyond the last one gives the last one. */
export function pageOf(list: BoardItem[], selection: ListingSelection): ListingPage {
  const { size, category, priority } = selection
  const rows = list.filter((row) => (!category || isInCategory(row, category)) && (!priority || row.is_priority))
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const page = Math.min(selection.page, pages)
  return { data: rows.slice((page - 1) * size, page * size), page, pages, total: rows.length }
}

/** The rows before and after an entry; null at the ends of the list, and for an unknown entry. */
export function neighboursOf(list: BoardItem[], id: string): ListingNeighbours {
  const position = list.findIndex((row) => row.board_uuid === id)
  if (position < 0) return { listed: false, previous: null, next: null }
  return { listed: true, previous: list[position - 1] ?? null, next: list[position + 1] ?? null }
}

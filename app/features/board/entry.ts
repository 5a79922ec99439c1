import type { BoardDetail, BoardItem } from '../../../functions/contract/board'
import { BOARD_GROUPS, type BoardName } from '../../../functions/contract/board-groups'
import type { ErrorCode } from '../../../functions/contract/problem'
import { notFound } from '@tanstack/react-router'
import { api, ApiFailure } from '../../api'
import { orFailure, orNothing } from './listing'

export interface Neighbour {
  board_uuid: string
  subject: string
}
export interface Entry {
  detail: BoardDetail
  /** The entries above and below in the full list (contract: Addresses). */
  previous: Neighbour | null
  next: Neighbour | null
}
export type EntryResult = { entry: Entry } | { failure: ErrorCode }

/** The neighbours of an entry by its position in the full list. */
export function neighboursOf(id: string, all: BoardItem[]): Pick<Entry, 'previous' | 'next'> {
  const position = all.findIndex(({ board_uuid }) => board_uuid === id)
  const at = (index: number): Neighbour | null => {
    const item = position === -1 ? undefined : all[index]
    return item ? { board_uuid: item.board_uuid, subject: item.subject } : null
  }
  return { previous: at(position - 1), next: at(position + 1) }
}

/**
 * A notice with its neighbours, or a FAQ entry. A failing list costs only the neighbours.
 * @throws notFound() where there is no such entry.
 */
export function loadEntry(board: BoardName, id: string): Promise<EntryResult> {
  return orFailure(async () => {
    const list = board === 'notice' ? wholeList(board) : Promise.resolve([])
    const [detail, all] = await Promise.all([
      api.selectDetail({ board_uuid: id }).catch((error: unknown) => {
        // An id that cannot exist is refused with 400; to a visitor it is the same: no such entry.
        throw error instanceof ApiFailure && (error.status === 404 || error.status === 400) ? notFound() : error
      }),
      orNothing(list),
    ])
    return { entry: { detail, ...neighboursOf(id, all) } }
  })
}

/** Every notice, newest first. @throws ApiFailure */
export const allNotices = () => wholeList('notice')

const wholeList = (board: BoardName) => api.selectList({ group_uuid: BOARD_GROUPS[board], sub_category_id: [], search_text: '', search_date: [] })

/** The addresses of a board's entries for the sitemap; none where the list cannot be had. */
export async function indexableEntries(board: BoardName): Promise<{ path: string; changed: string }[]> {
  const all = await orNothing(wholeList(board))
  return all.map((item) => ({ path: `/support/${board}/${encodeURIComponent(item.board_uuid)}`, changed: item.update_date ?? item.create_date }))
}

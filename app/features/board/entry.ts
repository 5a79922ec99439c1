import { BOARD_GROUPS, type BoardDetail, type BoardItem, type BoardName } from '../../../functions/contract/board'
import type { ErrorCode } from '../../../functions/contract/problem'
import { notFound } from '@tanstack/react-router'
import { api, ApiFailure } from '../../api/client'
import { EMPTY_LISTING, orElse, orFailure } from './listing'

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

/**
 * A notice with its neighbours, or a FAQ entry. A failing list costs only the neighbours.
 * @throws notFound() where there is no such entry.
 */
export function loadEntry(board: BoardName, id: string): Promise<EntryResult> {
  return orFailure(async () => {
    const [detail, neighbours] = await Promise.all([
      api.selectDetail({ board_uuid: id }).catch((error: unknown) => {
        // An id that cannot exist is refused with 400; to a visitor it is the same: no such entry.
        throw error instanceof ApiFailure && (error.status === 404 || error.status === 400) ? notFound() : error
      }),
      board === 'notice'
        ? orElse(api.neighbours(BOARD_GROUPS[board], id), { previous: null, next: null })
        : { previous: null, next: null },
    ])
    return { entry: { detail, previous: named(neighbours.previous), next: named(neighbours.next) } }
  })
}

const named = (item: BoardItem | null): Neighbour | null =>
  item && { board_uuid: item.board_uuid, subject: item.subject }

/** How many notices and questions the sitemap names, each in three addresses; sitemaps.org allows 50,000 addresses. */
const INDEXED_MAX = 5_000

/** The newest notices. @throws ApiFailure */
export const newestNotices = async (size: number): Promise<BoardItem[]> =>
  (await api.listing(BOARD_GROUPS.notice, { size })).data

/** The addresses of a board's entries for the sitemap; none where the list cannot be had. */
export async function indexableEntries(board: BoardName): Promise<{ path: string; changed: string }[]> {
  const { data } = await orElse(api.listing(BOARD_GROUPS[board], { size: INDEXED_MAX }), EMPTY_LISTING)
  return data.map((item) => ({
    path: `/support/${board}/${encodeURIComponent(item.board_uuid)}`,
    changed: item.update_date ?? item.create_date,
  }))
}

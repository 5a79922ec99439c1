import { notFound } from '@tanstack/react-router'
import { BOARD_GROUPS, type BoardDetail, type BoardItem, type BoardName } from '../../../functions/contract/board'
import type { ErrorCode } from '../../../functions/contract/problem'
import { api, ApiFailure } from '../../api/client'
import { loadOptional, loadOrFailure } from '../../api/loader-data'
import { EMPTY_PAGE } from './listing'

export type Neighbour = Pick<BoardItem, 'board_uuid' | 'subject'>
export interface Entry {
  detail: BoardDetail
  /** The entries above and below in the list that the visitor comes from (docs/contract.md#2). */
  previous: Neighbour | null
  next: Neighbour | null
}
export type EntryResult = { entry: Entry } | { failure: ErrorCode }

/**
 * A notice with its neighbours, or a FAQ entry. Where the list fails to load, only the neighbours are missing.
 * @param categoryId of the list that the visitor comes from: the neighbours are those within it
 * @throws notFound() where there is no such entry
 */
export function loadEntry(board: BoardName, id: string, categoryId?: string): Promise<EntryResult> {
  return loadOrFailure(async () => {
    const categories =
      categoryId === undefined ? [] : await loadOptional(api.selectSubCategory({ group_uuid: BOARD_GROUPS[board] }), [])
    const category = categories.find(({ sub_category_id }) => sub_category_id === categoryId)
    const [detail, neighbours] = await Promise.all([
      api.selectDetail({ board_uuid: id }).catch((error: unknown) => {
        // The API answers 400 to an id that cannot exist.
        throw error instanceof ApiFailure && (error.status === 404 || error.status === 400) ? notFound() : error
      }),
      board === 'notice'
        ? loadOptional(api.neighbours(BOARD_GROUPS[board], id, category), { previous: null, next: null })
        : { previous: null, next: null },
    ])
    return { entry: { detail, previous: neighbourOf(neighbours.previous), next: neighbourOf(neighbours.next) } }
  })
}

/** Only what the page shows, because it travels with the page's data. */
const neighbourOf = (item: BoardItem | null): Neighbour | null =>
  item && { board_uuid: item.board_uuid, subject: item.subject }

/** Entries of a board in the sitemap, each with three addresses; sitemaps.org allows 50,000 addresses. */
const SITEMAP_MAX = 5_000

/** The newest entries of a board for the sitemap; none where the list fails to load. */
export async function sitemapEntries(board: BoardName): Promise<{ path: string; changed: string }[]> {
  const { data } = await loadOptional(api.listing(BOARD_GROUPS[board], { size: SITEMAP_MAX }), EMPTY_PAGE)
  return data.map((item) => ({
    path: `/support/${board}/${encodeURIComponent(item.board_uuid)}`,
    changed: item.update_date ?? item.create_date,
  }))
}

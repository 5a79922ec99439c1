import { notFound } from '@tanstack/react-router'
import { BOARD_GROUPS, type BoardDetail, type BoardItem, type BoardName } from '../../../functions/contract/board'
import type { ErrorCode } from '../../../functions/contract/problem'
import { api, ApiFailure } from '../../api/client'
import { loadOptional, loadOrFailure } from '../../api/loader-data'
import { EMPTY_PAGE } from './listing'

export type Neighbour = Pick<BoardItem, 'board_uuid' | 'subject'>
export interface Entry {
  detail: BoardDetail
  /** The entries above and below in the whole list (docs/contract.md#2). */
  previous: Neighbour | null
  next: Neighbour | null
}
export type EntryResult = { entry: Entry } | { failure: ErrorCode }

/**
 * An entry with its neighbours. Where the list fails to load, only the neighbours are missing.
 * @throws notFound() where there is no such entry, or where it stands on the other board
 */
export function loadEntry(board: BoardName, id: string): Promise<EntryResult> {
  return loadOrFailure(async () => {
    const [detail, neighbours] = await Promise.all([
      api.selectDetail({ board_uuid: id }).catch((error: unknown) => {
        // The API answers 400 to an id that cannot exist.
        throw error instanceof ApiFailure && (error.status === 404 || error.status === 400) ? notFound() : error
      }),
      loadOptional(api.neighbours(BOARD_GROUPS[board], id), null),
    ])
    if (neighbours?.listed === false && (await isOn(board === 'notice' ? 'faq' : 'notice', id))) throw notFound()
    return { entry: { detail, previous: neighbourOf(neighbours?.previous), next: neighbourOf(neighbours?.next) } }
  })
}

/** Only what the page shows, because it travels with the page's data. */
const neighbourOf = (item: BoardItem | null = null): Neighbour | null =>
  item && { board_uuid: item.board_uuid, subject: item.subject }

/** A detail does not say on which board it stands; a new one is on no cached list yet. */
const isOn = async (board: BoardName, id: string): Promise<boolean> =>
  (await loadOptional(api.neighbours(BOARD_GROUPS[board], id), null))?.listed === true

/** Entries of a board in the sitemap, each with three addresses; sitemaps.org allows 50,000 addresses. */
const SITEMAP_MAX = 5_000

/** The newest entries of a board for the sitemap; none where the list fails to load. */
export async function sitemapEntries(board: BoardName): Promise<{ path: string; changed?: string }[]> {
  const { data } = await loadOptional(api.listing(BOARD_GROUPS[board], { size: SITEMAP_MAX }), EMPTY_PAGE)
  return data.map((item) => {
    const changed = item.update_date ?? item.create_date
    return { path: `/support/${board}/${encodeURIComponent(item.board_uuid)}`, ...(changed && { changed }) }
  })
}

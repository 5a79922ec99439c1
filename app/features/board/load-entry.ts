import { notFound } from '@tanstack/react-router'
import {
  BOARD_GROUPS,
  BOARD_NAMES,
  type BoardDetail,
  type BoardItem,
  type BoardName,
} from '../../../functions/contract/board'
import type { ErrorCode } from '../../../functions/contract/problem'
import { api, ApiFailure } from '../../api/client'
import { loadOptional, loadOrFailure } from '../../api/loader-data'
import { markUncacheable } from '../../context/page-context'
import type { ListSearch } from '../../urls/list-search'
import type { Locale } from '../../i18n/locale'
import { ownText, type OwnText } from '../../i18n/own-text'

export interface Neighbour {
  board_uuid: string
  subject: OwnText
}
/** An entry in the page's language: the other text does not travel with the page. */
export interface OwnDetail extends Omit<BoardDetail, 'subject' | 'contents'> {
  subject: OwnText
  /** Sanitised HTML. */
  contents: OwnText
}
export interface Entry {
  detail: OwnDetail
  /** The entries above and below in the full list (docs/contract.md#2). */
  previous: Neighbour | null
  next: Neighbour | null
}
export type EntryResult = { entry: Entry } | { failure: ErrorCode }

/**
 * An entry with its neighbours in the full list. Where the list fails to load, only the neighbours are missing.
 * @param search the list that the visitor comes from, which the entry leads back to
 * @throws notFound() where there is no such entry, or where it stands on the other board
 */
export function loadEntry(board: BoardName, id: string, locale: Locale, search: ListSearch): Promise<EntryResult> {
  return loadOrFailure(async () => {
    const [detail, neighbours, isKnown] = await Promise.all([
      api.selectDetail({ board_uuid: id }).catch((error: unknown) => {
        // The API answers 400 to an id that cannot exist.
        throw error instanceof ApiFailure && (error.status === 404 || error.status === 400) ? notFound() : error
      }),
      loadOptional(api.neighbours(BOARD_GROUPS[board], id), null),
      isCategory(board, search.category),
    ])
    // As of a list: anybody can invent categories and page numbers.
    if (search.page !== undefined || !isKnown) markUncacheable()
    if (neighbours?.listed === false && (await isOnAnother(board, id))) throw notFound()
    const neighbourOf = (item: BoardItem | null = null): Neighbour | null =>
      item && { board_uuid: item.board_uuid, subject: ownText(item.subject, locale) }
    return {
      entry: {
        detail: ownDetail(detail, locale),
        previous: neighbourOf(neighbours?.previous),
        next: neighbourOf(neighbours?.next),
      },
    }
  })
}

function ownDetail(detail: BoardDetail, locale: Locale): OwnDetail {
  return { ...detail, subject: ownText(detail.subject, locale), contents: ownText(detail.contents, locale) }
}

/** Whether a board has the sub-category that an address names, if it names one. */
async function isCategory(board: BoardName, id: string | undefined): Promise<boolean> {
  if (id === undefined) return true
  const categories = await loadOptional(api.selectSubCategory({ group_uuid: BOARD_GROUPS[board] }), [])
  return categories.some(({ sub_category_id }) => sub_category_id === id)
}

/** A detail does not say on which board it stands; a new one is on no cached list yet. */
async function isOnAnother(board: BoardName, id: string): Promise<boolean> {
  const others = BOARD_NAMES.filter((other) => other !== board)
  const found = others.map((other) => loadOptional(api.neighbours(BOARD_GROUPS[other], id), null))
  return (await Promise.all(found)).some((neighbours) => neighbours?.listed === true)
}

import { notFound } from '@tanstack/react-router'
import {
  BOARD_ID,
  BOARD_NAMES,
  type BoardDetail,
  type BoardItem,
  type BoardName,
} from '../../../functions/contract/board'
import type { ErrorCode } from '../../../functions/contract/problem'
import { ApiFailure } from '../../api/client'
import { loadOptional, loadOrFailure } from '../../api/loader-data'
import { readCategories, readDetail, readNeighbours } from '../../api/reads'
import { markUncacheable } from '../../context/page-context'
import type { ListSearch } from '../../urls/list-search'
import type { Locale } from '../../i18n/locale'
import { categoryIn, ownField, type OwnText } from '../../i18n/own-text'

/** An entry in the page's language: its contents in the other one do not travel with the page. */
export interface OwnDetail extends Pick<BoardDetail, 'create_date' | 'update_date'> {
  category: string
  subject: OwnText
  /** Sanitised HTML. */
  contents: OwnText
}
export interface Entry {
  detail: OwnDetail
  /** The entries above and below in the full list (docs/contract.md#2). */
  previous: BoardItem | null
  next: BoardItem | null
}
export type EntryResult = { entry: Entry } | { failure: ErrorCode }

/**
 * An entry with its neighbours in the full list. Where the list fails to load, only the neighbours are missing.
 * @param search the list that the visitor comes from, which the entry leads back to
 * @throws notFound() where there is no such entry, or where it stands on the other board
 */
export function loadEntry(board: BoardName, id: string, locale: Locale, search: ListSearch): Promise<EntryResult> {
  return loadOrFailure(async () => {
    if (!BOARD_ID.test(id)) throw notFound()
    const [detail, neighbours, isKnown] = await Promise.all([
      readDetail(id).catch((error: unknown) => {
        throw error instanceof ApiFailure && error.status === 404 ? notFound() : error
      }),
      loadOptional(readNeighbours(board, id), null),
      isCategory(board, search.category),
    ])
    // As of a list: anybody can invent searches, categories and page numbers.
    if (search.page !== undefined || search.q !== undefined || !isKnown) markUncacheable()
    if (neighbours?.listed === false && (await isOnAnother(board, id))) throw notFound()
    return {
      entry: {
        detail: ownDetail(detail, locale),
        previous: neighbours?.previous ?? null,
        next: neighbours?.next ?? null,
      },
    }
  })
}

const ownDetail = (detail: BoardDetail, locale: Locale): OwnDetail => ({
  category: categoryIn(detail, locale),
  subject: ownField('subject*', detail, locale),
  contents: ownField('contents*', detail, locale),
  create_date: detail.create_date,
  update_date: detail.update_date,
})

/** Whether a board has the sub-category that an address names, if it names one. */
async function isCategory(board: BoardName, id: string | undefined): Promise<boolean> {
  if (id === undefined) return true
  const categories = await loadOptional(readCategories(board), [])
  return categories.some(({ sub_category_id }) => sub_category_id === id)
}

/** A detail does not say on which board it stands; a new one is on no cached list yet. */
async function isOnAnother(board: BoardName, id: string): Promise<boolean> {
  const others = BOARD_NAMES.filter((other) => other !== board)
  const found = others.map((other) => loadOptional(readNeighbours(other, id), null))
  return (await Promise.all(found)).some((neighbours) => neighbours?.listed === true)
}

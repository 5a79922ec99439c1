import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import type { VisitorCall } from '../../functions/calls/visitor-call'
import {
  aroundHeader,
  BOARD_GROUPS,
  listingHeader,
  type BoardDetail,
  type BoardItem,
  type BoardName,
  type Envelope,
  type ListingNeighbours,
  type ListingPage,
  type ListingRequest,
  type SubCategory,
} from '../../functions/contract/board'
import type { Download } from '../../functions/contract/download'
import type { ReceiptState } from '../../functions/contract/inquiry-body'
import type { SelectListBody } from '../../functions/contract/request-bodies'
import { ApiError } from '../../functions/errors'
import { readReceipt as receiptOf } from '../../functions/inquiries/receipt'
import * as boards from '../../functions/lists/read-board'
import { readDownloads as downloadsOf } from '../../functions/lists/read-downloads'
import { logFailedCall } from '../../functions/log'
import { ApiFailure, dataOf, get, post } from './client'

/*
 * What pages read: on the server by the function that the route of the API calls too, in the browser by that route. The build takes the
 * other half out of each. Every function throws ApiFailure.
 */

const wholeBoard = (board: BoardName, search_text = ''): SelectListBody => ({
  group_uuid: BOARD_GROUPS[board],
  sub_category_id: [],
  search_text,
  search_date: [],
})

/** All entries of a board, newest first. */
export const readList = createIsomorphicFn()
  .server((board: BoardName) => fromBoard('selectList', (call) => boards.readList(call, wholeBoard(board))))
  .client((board: BoardName) => dataOf(post<Envelope<BoardItem[]>>('/api/board/selectList', wholeBoard(board))))

/** One page of them; with a text, of those with this text in their subject. */
export const readListPage = createIsomorphicFn()
  .server((board: BoardName, { page = 1, size, category, priority = false }: ListingRequest, text?: string) => {
    const selection = { page, size, category: category ?? null, priority }
    return fromBoard('selectList', (call) => boards.readListPage(call, wholeBoard(board, text), selection))
  })
  .client((board: BoardName, part: ListingRequest, text?: string) =>
    post<ListingPage>('/api/board/selectList', wholeBoard(board, text), listingHeader(part)),
  )

/** The entries above and below one in the full list. */
export const readNeighbours = createIsomorphicFn()
  .server((board: BoardName, id: string) =>
    fromBoard('selectList', (call) => boards.readNeighbours(call, wholeBoard(board), id)),
  )
  .client((board: BoardName, id: string) =>
    dataOf(post<Envelope<ListingNeighbours>>('/api/board/selectList', wholeBoard(board), aroundHeader(id))),
  )

export const readCategories = createIsomorphicFn()
  .server((board: BoardName) =>
    fromBoard('selectSubCategory', (call) => boards.readCategories(call, BOARD_GROUPS[board])),
  )
  .client((board: BoardName) =>
    dataOf(post<Envelope<SubCategory[]>>('/api/board/selectSubCategory', { group_uuid: BOARD_GROUPS[board] })),
  )

/** @param board_uuid one that the API takes (`BOARD_ID`) */
export const readDetail = createIsomorphicFn()
  .server((board_uuid: string) =>
    onServer(
      'POST',
      '/api/board/selectDetail',
      async (call) => (await pageContext().preview) ?? boards.readDetail(call, board_uuid),
    ),
  )
  .client((board_uuid: string) => dataOf(post<Envelope<BoardDetail>>('/api/board/selectDetail', { board_uuid })))

/** The documents of the data page. */
export const readDownloads = createIsomorphicFn()
  .server(() => onServer('GET', '/content/downloads', downloadsOf))
  .client(() => dataOf(get<Envelope<Download[]>>('/content/downloads')))

/** @param held signed names, which the answer has in clear text where they are valid */
export const readReceipt = createIsomorphicFn()
  .server((receipt: string, held?: string) =>
    onServer('GET', '/api/board/inquiry/:receipt', (call) => receiptOf(call, receipt, held)),
  )
  .client((receipt: string, held?: string) =>
    dataOf(
      get<Envelope<ReceiptState>>(
        `/api/board/inquiry/${encodeURIComponent(receipt)}${held ? `?${new URLSearchParams({ held })}` : ''}`,
      ),
    ),
  )

/** A list, of whose age the page is told. */
async function fromBoard<T>(
  name: 'selectList' | 'selectSubCategory',
  read: (call: VisitorCall) => Promise<boards.BoardRead<T>>,
): Promise<T> {
  const { answer, age } = await onServer('POST', `/api/board/${name}`, read)
  const { lists } = pageContext()
  lists.oldestMs = Math.max(lists.oldestMs, age.ageMs)
  lists.stale ||= age.stale
  return answer
}

/** @param method of the same call of the API, for the log, as is `path` */
async function onServer<T>(method: string, path: string, read: (call: VisitorCall) => Promise<T>): Promise<T> {
  const { call } = pageContext()
  try {
    return await read(call)
  } catch (error) {
    logFailedCall({ requestId: call.visitor.requestId, method, path }, error)
    throw error instanceof ApiError ? new ApiFailure(error.status, { code: error.code }) : new ApiFailure(500)
  }
}

function pageContext() {
  const context = getGlobalStartContext()
  if (!context) throw new Error('Something was read outside a request.')
  return context
}

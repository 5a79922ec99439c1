import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import {
  aroundHeader,
  type BoardDetail,
  type BoardItem,
  type Envelope,
  listingHeader,
  type ListingNeighbours,
  type ListingPage,
  type ListingRequest,
  type SubCategory,
} from '../../functions/contract/board'
import type { ReceiptState } from '../../functions/contract/inquiry'
import type { ErrorCode, Problem } from '../../functions/contract/problem'
import type { SelectDetailBody, SelectListBody, SelectSubCategoryBody } from '../../functions/contract/request-bodies'

/** The edge's API refused or failed; `code` has a sentence in both catalogues (`error:code.…`). */
export class ApiFailure extends Error {
  readonly code: ErrorCode
  readonly status: number
  constructor(code: ErrorCode, status: number) {
    super(code)
    this.name = 'ApiFailure'
    this.code = code
    this.status = status
  }
}

/** On the server the Hono app in process, in the browser the network: one client, one contract. */
const send = createIsomorphicFn()
  .server((path: string, init: RequestInit) => {
    const context = getGlobalStartContext()
    if (!context) throw new Error('The API was called outside a request.')
    return context.callApi(new Request(`http://edge.internal/api/${path}`, init))
  })
  .client((path: string, init: RequestInit) => fetch(`/api/${path}`, init))

async function call<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response
  try {
    response = await send(path, init)
  } catch {
    // Only the network itself can fail here: the edge answers every failure of its own as a problem.
    throw new ApiFailure('upstream-failed', 502)
  }
  if (response.ok) return response.json<T>()
  const problem: Partial<Problem> = await response.json<Problem>().catch(() => ({}))
  throw new ApiFailure(problem.code ?? 'internal', response.status)
}

const post = <T>(path: string, body: unknown, headers: Record<string, string> = {}) =>
  call<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const data = async <T>(answer: Promise<Envelope<T>>): Promise<T> => (await answer).data

const wholeBoard = (group_uuid: string): SelectListBody => ({
  group_uuid,
  sub_category_id: [],
  search_text: '',
  search_date: [],
})

/** The pages' only door to data (design: A request). Every method throws ApiFailure. */
export const api = {
  /** A board's every entry, newest first. */
  entries: (group_uuid: string) => data(post<Envelope<BoardItem[]>>('board/selectList', wholeBoard(group_uuid))),
  /** One page of them. */
  listing: (group_uuid: string, part: ListingRequest) =>
    post<ListingPage>('board/selectList', wholeBoard(group_uuid), listingHeader(part)),
  /** The entries above and below one. */
  neighbours: (group_uuid: string, id: string) =>
    data(post<Envelope<ListingNeighbours>>('board/selectList', wholeBoard(group_uuid), aroundHeader(id))),
  selectSubCategory: (body: SelectSubCategoryBody) =>
    data(post<Envelope<SubCategory[]>>('board/selectSubCategory', body)),
  selectDetail: (body: SelectDetailBody) => data(post<Envelope<BoardDetail>>('board/selectDetail', body)),
  receipt: (receipt: string) =>
    data(call<Envelope<ReceiptState>>(`board/inquiry/${encodeURIComponent(receipt)}`, { method: 'GET' })),
}

import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import type { BoardDetail, BoardItem, Envelope, SelectDetailBody, SelectListBody, SelectSubCategoryBody, SubCategory } from '../functions/contract/board'
import type { ReceiptState } from '../functions/contract/inquiry'
import type { ErrorCode, Problem } from '../functions/contract/problem'

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

/** Answers that many pages are made of, by their validator: a long list is parsed once, not for each page. Nobody changes them. */
const parsed = new Map<string, unknown>()
const PARSED_MAX = 8

async function dataOf<T>(response: Response): Promise<T> {
  const etag = import.meta.env.SSR ? response.headers.get('etag') : null
  if (etag !== null && parsed.has(etag)) {
    await response.body?.cancel()
    return parsed.get(etag) as T
  }
  const { data } = (await response.json()) as Envelope<T>
  if (etag !== null) {
    const [oldest] = parsed.keys()
    if (parsed.size >= PARSED_MAX && oldest !== undefined) parsed.delete(oldest)
    parsed.set(etag, data)
  }
  return data
}

async function call<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response
  try {
    response = await send(path, init)
  } catch {
    // Only the network itself can fail here: the edge answers every failure of its own as a problem.
    throw new ApiFailure('upstream-failed', 502)
  }
  if (response.ok) return dataOf<T>(response)
  const problem: Partial<Problem> = await response.json<Problem>().catch(() => ({}))
  throw new ApiFailure(problem.code ?? 'internal', response.status)
}

const post = <T>(path: string, body: unknown) =>
  call<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** The pages' only door to data (design: A request). Every method throws ApiFailure. */
export const api = {
  selectList: (body: SelectListBody) => post<BoardItem[]>('board/selectList', body),
  selectSubCategory: (body: SelectSubCategoryBody) => post<SubCategory[]>('board/selectSubCategory', body),
  selectDetail: (body: SelectDetailBody) => post<BoardDetail>('board/selectDetail', body),
  receipt: (receipt: string) => call<ReceiptState>(`board/inquiry/${encodeURIComponent(receipt)}`, { method: 'GET' }),
}

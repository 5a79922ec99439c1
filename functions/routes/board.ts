import type { Context, Handler } from 'hono'
import { LISTING_HEADER } from '../contract/board.ts'
import { listingPart, selectDetailBody, selectListBody, selectSubCategoryBody } from '../contract/request-bodies.ts'
import { checkBody, readJson } from '../http/json-body.ts'
import { listCacheStatus } from '../lists/list-cache.ts'
import {
  readCategories,
  readDetail,
  readList,
  readListPage,
  readNeighbours,
  type BoardRead,
} from '../lists/read-board.ts'
import { visitorCall, type ApiContext } from '../middleware/api-context.ts'

/** `POST /api/board/selectList`: a board's entries, newest first; with the header `x-listing` one page of them, or the neighbours of an entry. */
export const selectList: Handler<ApiContext> = async (c) => {
  const body = await readJson(c.req.raw, selectListBody)
  const call = visitorCall(c)
  const header = c.req.header(LISTING_HEADER)
  if (header === undefined) return dataAnswer(c, await readList(call, body))
  const part = checkBody(Object.fromEntries(new URLSearchParams(header)), listingPart)
  if ('around' in part) return dataAnswer(c, await readNeighbours(call, body, part.around))
  const { answer, age } = await readListPage(call, body, part)
  return c.json(answer, 200, { 'cache-status': listCacheStatus(age) })
}

/** `POST /api/board/selectSubCategory`: a board's sub-categories. */
export const selectSubCategory: Handler<ApiContext> = async (c) => {
  const { group_uuid } = await readJson(c.req.raw, selectSubCategoryBody)
  return dataAnswer(c, await readCategories(visitorCall(c), group_uuid))
}

/** `POST /api/board/selectDetail`: one entry with its contents. */
export const selectDetail: Handler<ApiContext> = async (c) => {
  const { board_uuid } = await readJson(c.req.raw, selectDetailBody)
  return c.json({ data: await readDetail(visitorCall(c), board_uuid) })
}

const dataAnswer = (c: Context<ApiContext>, { answer, age }: BoardRead<object>): Response =>
  c.json({ data: answer }, 200, { 'cache-status': listCacheStatus(age) })

import type { Context, Handler } from 'hono'
import { boardOfGroup, LISTING_HEADER, type BoardItem, type SubCategory } from '../contract/board.ts'
import { wireOfCategory, wireOfDetail, wireOfItem } from '../contract/board-wire.ts'
import {
  listingPart,
  selectDetailBody,
  selectListBody,
  selectSubCategoryBody,
  type SelectSubCategoryBody,
} from '../contract/request-bodies.ts'
import { boardRows, subCategoryRows } from '../contract/upstream-answers.ts'
import type { Env } from '../env.ts'
import { checkBody, readJson } from '../http/json-body.ts'
import { cacheKey, type CacheKeyParts } from '../lists/cache-key.ts'
import { contentVersion } from '../lists/content-version.ts'
import { type CacheAnswer, type CacheRead, ListCache } from '../lists/list-cache.ts'
import { filterList } from '../lists/filter.ts'
import { neighboursOf, pageOf } from '../lists/paging.ts'
import type { ApiContext } from '../middleware/api-context.ts'

/**
 * `POST /api/board/selectList`: a board's entries, newest first. Filters and the header `x-listing` cut from the cached whole list, so
 * that no invented filter costs a call or a stored list.
 */
export const selectList: Handler<ApiContext> = async (c) => {
  const body = await readJson(c.req.raw, selectListBody)
  const header = c.req.header(LISTING_HEADER)
  const part = header === undefined ? null : checkBody(Object.fromEntries(new URLSearchParams(header)), listingPart)
  const board = { group_uuid: body.group_uuid }
  const [{ list, status }, categories] = await Promise.all([
    readBoard(c, board),
    body.sub_category_id.length === 0 ? [] : readCategories(c, board).then((answer) => answer.list),
  ])
  return c.json(answerOf(filterList(list, body, categories), part), 200, { 'cache-status': status })
}

/** The body of an answer: the whole list, one page of it, or the neighbours of an entry. */
function answerOf(list: BoardItem[], part: ReturnType<typeof listingPart.parse> | null) {
  if (part === null) return { data: list.map(wireOfItem) }
  if (!('around' in part)) {
    const { data, ...place } = pageOf(list, part)
    return { data: data.map(wireOfItem), ...place }
  }
  const { listed, previous, next } = neighboursOf(list, part.around)
  return { data: { listed, previous: previous && wireOfItem(previous), next: next && wireOfItem(next) } }
}

/** `POST /api/board/selectSubCategory`: a board's sub-categories, cached. */
export const selectSubCategory: Handler<ApiContext> = async (c) => {
  const { list, status } = await readCategories(c, await readJson(c.req.raw, selectSubCategoryBody))
  return c.json({ data: list.map(wireOfCategory) }, 200, { 'cache-status': status })
}

/** A board's whole list. */
function readBoard(c: Context<ApiContext>, body: SelectSubCategoryBody): Promise<CacheAnswer<BoardItem>> {
  const { upstream, call } = c.var
  return readList(c, {
    call: 'selectList',
    body,
    schema: boardRows,
    toStored: wireOfItem,
    load: () => upstream.selectList(body, call),
  })
}

function readCategories(
  c: Context<ApiContext>,
  { group_uuid }: SelectSubCategoryBody,
): Promise<CacheAnswer<SubCategory>> {
  const { upstream, call } = c.var
  const body = { group_uuid }
  return readList(c, {
    call: 'selectSubCategory',
    body,
    schema: subCategoryRows,
    toStored: wireOfCategory,
    load: () => upstream.selectSubCategory(body, call),
  })
}

/** `POST /api/board/selectDetail`: one entry with its contents, not cached. */
export const selectDetail: Handler<ApiContext> = async (c) => {
  const body = await readJson(c.req.raw, selectDetailBody)
  const { upstream, call } = c.var
  return c.json({ data: wireOfDetail(await upstream.selectDetail(body, call)) })
}

type CachedCall<T> = Pick<CacheRead<T>, 'schema' | 'toStored' | 'load'> &
  Pick<CacheKeyParts, 'call'> & { body: SelectSubCategoryBody }

async function readList<T>(c: Context<ApiContext>, { call, body, ...read }: CachedCall<T>): Promise<CacheAnswer<T>> {
  const { env } = c.var
  const { brandId, requestId } = c.env.visitor
  const { version, removals } =
    env.UPSTREAM_URL === null ? await contentVersion(env.CACHE, requestId) : { version: '', removals: '' }
  const key = await cacheKey({ upstream: env.UPSTREAM_URL ?? 'embedded', brandId, call, body, removals })
  const isKnown = boardOfGroup(body.group_uuid) !== undefined
  return cacheOf(env).read({ ...read, key, version, isKnown, waitUntil: (work) => c.env.ctx.waitUntil(work) })
}

const caches = new WeakMap<KVNamespace, ListCache>()

/** The list cache of this isolate. */
function cacheOf({ CACHE, UPSTREAM_TIMEOUT_MS }: Env): ListCache {
  const cache = caches.get(CACHE) ?? new ListCache(CACHE, { patienceMs: UPSTREAM_TIMEOUT_MS + 1000 })
  caches.set(CACHE, cache)
  return cache
}

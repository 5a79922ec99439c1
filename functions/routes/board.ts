import type { Context, Handler } from 'hono'
import { LISTING_HEADER, type BoardItem } from '../contract/board.ts'
import { listingPart, selectDetailBody, selectListBody, selectSubCategoryBody } from '../contract/request-bodies.ts'
import { boardList, subCategoryList } from '../contract/upstream-answers.ts'
import type { Env } from '../env.ts'
import { checkBody, readJson } from '../http/json-body.ts'
import { cacheKey, type CacheKeyParts } from '../lists/cache-key.ts'
import { type CacheAnswer, type CacheRead, ListCache } from '../lists/list-cache.ts'
import { neighboursOf, pageOf } from '../lists/paging.ts'
import type { ApiContext } from '../middleware/api-context.ts'

/** `POST /api/board/selectList`: a board's entries, newest first, cached. The header `x-listing` asks for a part of them. */
export const selectList: Handler<ApiContext> = async (c) => {
  const body = await readJson(c.req.raw, selectListBody)
  const header = c.req.header(LISTING_HEADER)
  const part = header === undefined ? null : checkBody(Object.fromEntries(new URLSearchParams(header)), listingPart)
  const { upstream, call } = c.var
  const { list, status } = await readList(c, {
    call: 'selectList',
    body,
    schema: boardList.shape.data,
    load: () => upstream.selectList(body, call),
  })
  return c.json(partOf(list, part), 200, { 'cache-status': status })
}

function partOf(list: BoardItem[], part: ReturnType<typeof listingPart.parse> | null) {
  if (part === null) return { data: list }
  if (!('around' in part)) return pageOf(list, part)
  const { around, ...category } = part
  return { data: neighboursOf(pageOf(list, { ...category, page: 1, size: list.length }).data, around) }
}

/** `POST /api/board/selectSubCategory`: a board's sub-categories, cached. */
export const selectSubCategory: Handler<ApiContext> = async (c) => {
  const body = await readJson(c.req.raw, selectSubCategoryBody)
  const { upstream, call } = c.var
  const { list, status } = await readList(c, {
    call: 'selectSubCategory',
    body,
    schema: subCategoryList.shape.data,
    load: () => upstream.selectSubCategory(body, call),
  })
  return c.json({ data: list }, 200, { 'cache-status': status })
}

/** `POST /api/board/selectDetail`: one entry with its contents, not cached. */
export const selectDetail: Handler<ApiContext> = async (c) => {
  const body = await readJson(c.req.raw, selectDetailBody)
  return c.json({ data: await c.var.upstream.selectDetail(body, c.var.call) })
}

type CachedCall<T> = Pick<CacheRead<T>, 'schema' | 'load'> & Pick<CacheKeyParts, 'call' | 'body'>

async function readList<T>(c: Context<ApiContext>, { call, body, ...read }: CachedCall<T>): Promise<CacheAnswer<T>> {
  const { env } = c.var
  const key = await cacheKey({ upstream: env.UPSTREAM_URL ?? 'embedded', brandId: c.env.visitor.brandId, call, body })
  return cacheOf(env).read({ ...read, key, waitUntil: (work) => c.env.ctx.waitUntil(work) })
}

const caches = new WeakMap<KVNamespace, ListCache>()

/** The list cache of this isolate. */
function cacheOf({ CACHE, UPSTREAM_TIMEOUT_MS }: Env): ListCache {
  const cache = caches.get(CACHE) ?? new ListCache(CACHE, { patienceMs: UPSTREAM_TIMEOUT_MS + 500 })
  caches.set(CACHE, cache)
  return cache
}

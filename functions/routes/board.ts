import type { Context, Handler } from 'hono'
import type { ApiContext } from '../middleware/api-context.ts'
import { BoardIndex } from '../lists/board-index.ts'
import { type CacheAnswer, type CacheRead, ListCache } from '../lists/list-cache.ts'
import { cacheKey, type CacheKeyParts } from '../lists/cache-key.ts'
import {
  type BoardItem,
  selectDetailBody,
  selectListBody,
  selectSubCategoryBody,
  type SubCategory,
} from '../contract/board.ts'
import { listingPart } from '../contract/listing.ts'
import { LISTING_HEADER } from '../contract/listing-request.ts'
import { boardItem, subCategory } from '../contract/upstream-answers.ts'
import type { Env } from '../env.ts'
import type { Rows } from '../lists/rows.ts'
import { storedRows } from '../lists/stored-rows.ts'
import { checkBody, readJson } from '../http/json-body.ts'

const storedItems = storedRows<BoardItem>(boardItem)
const storedCategories = storedRows<SubCategory>(subCategory)

/** `POST /api/board/selectList`: a board's entries, newest first; cached. With `x-listing` a part of it. */
export const selectList: Handler<ApiContext> = async (c) => {
  const body = await readJson(c.req.raw, selectListBody)
  const { upstream, call } = c.var
  const asked = c.req.header(LISTING_HEADER)
  const part = asked === undefined ? null : checkBody(Object.fromEntries(new URLSearchParams(asked)), listingPart)
  const { value, status } = await read(c, {
    call: 'selectList',
    body,
    codec: storedItems,
    load: () => upstream.selectList(body, call),
  })
  if (!part) return answer(c, value, status)
  const index = indexOf(value)
  const found = 'around' in part ? { data: index.around(part.around) } : index.page(part)
  return c.json(found, 200, { 'cache-status': status })
}

/** `POST /api/board/selectSubCategory`: a board's sub-categories; cached. */
export const selectSubCategory: Handler<ApiContext> = async (c) => {
  const body = await readJson(c.req.raw, selectSubCategoryBody)
  const { upstream, call } = c.var
  const { value, status } = await read(c, {
    call: 'selectSubCategory',
    body,
    codec: storedCategories,
    load: () => upstream.selectSubCategory(body, call),
  })
  return answer(c, value, status)
}

/** `POST /api/board/selectDetail`: one entry with its contents, sanitised; not stored. */
export const selectDetail: Handler<ApiContext> = async (c) => {
  const body = await readJson(c.req.raw, selectDetailBody)
  const detail = await c.var.upstream.selectDetail(body, c.var.call)
  // Loaded with the first detail: the sanitiser is the largest part of the Worker, and lists do not need it.
  const { sanitizeBoardHtml } = await import('../upstream/board-html.ts')
  return c.json({ data: { ...detail, contents: sanitizeBoardHtml(detail.contents) } })
}

const caches = new WeakMap<KVNamespace, ListCache>()

/** The isolate's one list cache. */
function cacheOf({ CACHE, UPSTREAM_TIMEOUT_MS }: Env): ListCache {
  const cache = caches.get(CACHE) ?? new ListCache(CACHE, { patienceMs: UPSTREAM_TIMEOUT_MS + 500 })
  caches.set(CACHE, cache)
  return cache
}

const indexes = new WeakMap<Rows<BoardItem>, BoardIndex>()

/** The index of a list, made once for as long as the cache keeps the list. */
function indexOf(rows: Rows<BoardItem>): BoardIndex {
  const index = indexes.get(rows) ?? new BoardIndex(rows)
  indexes.set(rows, index)
  return index
}

type CachedCall<T> = Pick<CacheRead<T>, 'codec' | 'load'> & Pick<CacheKeyParts, 'call' | 'body'>

async function read<T>(c: Context<ApiContext>, { call, body, codec, load }: CachedCall<T>): Promise<CacheAnswer<T>> {
  const { env } = c.var
  const key = await cacheKey({ upstream: env.UPSTREAM_URL ?? 'embedded', brandId: c.env.visitor.brandId, call, body })
  return cacheOf(env).read({ key, codec, load, waitUntil: (work) => c.env.ctx.waitUntil(work) })
}

const answer = (c: Context<ApiContext>, rows: Rows<unknown>, status: string): Response =>
  c.body(rows.answer(), 200, { 'content-type': 'application/json', 'cache-status': status })

import type { Context, Handler } from 'hono'
import type { z } from 'zod'
import type { ApiContext } from '../api-context.ts'
import { ListCache } from '../cache.ts'
import { cacheKey, type CacheKeyParts } from '../cache-key.ts'
import { selectDetailBody, selectListBody, selectSubCategoryBody } from '../contract/board.ts'
import { boardItems, subCategories } from '../contract/upstream-answers.ts'
import type { Env } from '../env.ts'
import { readJson } from './json-body.ts'

/** `POST /api/board/selectList`: a board's entries, newest first; cached. */
export const selectList: Handler<ApiContext> = async (c) => {
  const body = await readJson(c.req.raw, selectListBody)
  const { upstream, call } = c.var
  return cached(c, { call: 'selectList', body, schema: boardItems.shape.data, load: () => upstream.selectList(body, call) })
}

/** `POST /api/board/selectSubCategory`: a board's sub-categories; cached. */
export const selectSubCategory: Handler<ApiContext> = async (c) => {
  const body = await readJson(c.req.raw, selectSubCategoryBody)
  const { upstream, call } = c.var
  return cached(c, { call: 'selectSubCategory', body, schema: subCategories.shape.data, load: () => upstream.selectSubCategory(body, call) })
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

/** The text of an answer with its validator, made once for as long as the cache keeps the value. */
interface WrittenAnswer {
  body: Uint8Array<ArrayBuffer>
  etag: string
}
const written = new WeakMap<object, WrittenAnswer>()

function write(value: object): WrittenAnswer {
  const answer = written.get(value) ?? { body: new TextEncoder().encode(JSON.stringify({ data: value })), etag: `"${crypto.randomUUID()}"` }
  written.set(value, answer)
  return answer
}

interface CachedCall<T extends object> {
  call: CacheKeyParts['call']
  body: object
  schema: z.ZodType<T>
  load(): Promise<T>
}

async function cached<T extends object>(c: Context<ApiContext>, { call, body, schema, load }: CachedCall<T>): Promise<Response> {
  const { env } = c.var
  const key = await cacheKey({ upstream: env.UPSTREAM_URL ?? 'embedded', brandId: c.env.visitor.brandId, call, body })
  const waitUntil = (work: Promise<unknown>): void => c.env.ctx.waitUntil(work)
  const { value, status } = await cacheOf(env).read({ key, schema, load, waitUntil })
  const answer = write(value)
  return c.body(answer.body, 200, { 'content-type': 'application/json', 'cache-status': status, etag: answer.etag })
}

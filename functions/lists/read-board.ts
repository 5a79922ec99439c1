import type { VisitorCall } from '../calls/visitor-call.ts'
import {
  boardOfGroup,
  isInCategory,
  type BoardDetail,
  type BoardItem,
  type ListingNeighbours,
  type ListingPage,
  type SubCategory,
} from '../contract/board.ts'
import type { ListingSelection, SelectListBody } from '../contract/request-bodies.ts'
import { boardRows, subCategoryRows } from '../contract/upstream-shapes.ts'
import type { Env } from '../env.ts'
import { upstreamOf } from '../upstream/select-upstream.ts'
import { contentVersion } from './content-version.ts'
import { filterList } from './filter.ts'
import { type CachedList, type CacheRead, type ListAge, ListCache } from './list-cache.ts'

/*
 * What visitors read of the boards: for the routes of `/api/board/…`, and for pages as the server renders them (app/api/reads.ts). Every
 * function throws UpstreamError where neither the upstream nor a kept list can answer, and SettingsError.
 */

/** An answer, and the age of the list that it was cut from. */
export interface BoardRead<T> {
  answer: T
  age: ListAge
}

/** A board's entries, newest first, after the filters of the body. They are cut from the whole list, so that no invented filter costs a call or a kept list. */
export async function readList(call: VisitorCall, body: SelectListBody): Promise<BoardRead<BoardItem[]>> {
  const { list, age } = await filteredList(call, body)
  return { answer: list, age }
}

/** One page of them. */
export async function readListPage(
  call: VisitorCall,
  body: SelectListBody,
  selection: ListingSelection,
): Promise<BoardRead<ListingPage>> {
  const { list, age } = await filteredList(call, body)
  return { answer: pageOf(list, selection), age }
}

/** Cuts one page out of a list, after its filters. A page beyond the last one gives the last one. */
export function pageOf(list: BoardItem[], selection: ListingSelection): ListingPage {
  const { size, category, priority } = selection
  const rows = list.filter((row) => (!category || isInCategory(row, category)) && (!priority || row.is_priority))
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const page = Math.min(selection.page, pages)
  return { data: rows.slice((page - 1) * size, page * size), page, pages, total: rows.length }
}

/** The entries above and below one of them. */
export async function readNeighbours(
  call: VisitorCall,
  body: SelectListBody,
  id: string,
): Promise<BoardRead<ListingNeighbours>> {
  const { list, age } = await filteredList(call, body)
  return { answer: neighboursOf(list, id), age }
}

/** The rows before and after an entry; null at the ends of the list, and for an unknown entry. */
export function neighboursOf(list: BoardItem[], id: string): ListingNeighbours {
  const position = list.findIndex((row) => row.board_uuid === id)
  if (position < 0) return { listed: false, previous: null, next: null }
  return { listed: true, previous: list[position - 1] ?? null, next: list[position + 1] ?? null }
}

/** A board's sub-categories. */
export async function readCategories(call: VisitorCall, group: string): Promise<BoardRead<SubCategory[]>> {
  const { list, age } = await categoriesOf(call, group)
  return { answer: list, age }
}

/** One entry with its contents, which is not kept. @throws NotFoundError where the brand shows no such entry */
export const readDetail = ({ env, visitor }: VisitorCall, id: string): Promise<BoardDetail> =>
  upstreamOf(env).selectDetail({ board_uuid: id }, visitor)

async function filteredList(call: VisitorCall, body: SelectListBody): Promise<CachedList<BoardItem>> {
  const { group_uuid } = body
  const [{ list, age }, categories] = await Promise.all([
    keptList(call, 'selectList', group_uuid, {
      schema: boardRows,
      load: () => upstreamOf(call.env).selectList({ group_uuid }, call.visitor),
    }),
    body.sub_category_id.length === 0 ? [] : categoriesOf(call, group_uuid).then((kept) => kept.list),
  ])
  return { list: filterList(list, body, categories), age }
}

const categoriesOf = (call: VisitorCall, group_uuid: string): Promise<CachedList<SubCategory>> =>
  keptList(call, 'selectSubCategory', group_uuid, {
    schema: subCategoryRows,
    load: () => upstreamOf(call.env).selectSubCategory({ group_uuid }, call.visitor),
  })

/** Everything that a list depends on. */
export interface CacheKeyParts {
  /** Origin of the upstream, or `embedded`. */
  upstream: string
  brandId: string
  call: 'selectList' | 'selectSubCategory'
  group_uuid: string
  /** Of the content (content-version.ts); empty for a remote upstream. */
  removals?: string
}

/** The cache key of a list, also in KV, whose limit of 512 bytes no origin and no UUID reaches. Different inputs never share a key. */
export const cacheKey = ({ upstream, brandId, call, group_uuid, removals = '' }: CacheKeyParts): string =>
  JSON.stringify([upstream, brandId, call, group_uuid, removals])

async function keptList<T>(
  { env, visitor: { brandId, requestId }, waitUntil }: VisitorCall,
  name: CacheKeyParts['call'],
  group_uuid: string,
  read: Pick<CacheRead<T>, 'schema' | 'load'>,
): Promise<CachedList<T>> {
  const { version, removals } =
    env.UPSTREAM_URL === null ? await contentVersion(env.CACHE, requestId) : { version: '', removals: '' }
  const upstream = env.UPSTREAM_URL ?? 'embedded'
  const key = cacheKey({ upstream, brandId, call: name, group_uuid, removals })
  return cacheOf(env).read({ ...read, key, version, isKnown: boardOfGroup(group_uuid) !== undefined, waitUntil })
}

const caches = new WeakMap<KVNamespace, ListCache>()

/** The list cache of this isolate. */
function cacheOf({ CACHE, UPSTREAM_TIMEOUT_MS }: Env): ListCache {
  const cache = caches.get(CACHE) ?? new ListCache(CACHE, { patienceMs: UPSTREAM_TIMEOUT_MS + 1000 })
  caches.set(CACHE, cache)
  return cache
}

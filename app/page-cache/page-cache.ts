import { LRUCache } from 'lru-cache'
import { LIST_FRESH_SECONDS } from '../../functions/lists/list-cache'
import type { RenderedPage } from '../render/render-page'

/** The part of the Cache API that the page cache uses. */
export interface SharedStore {
  match(key: string): Promise<Response | undefined>
  put(key: string, response: Response): Promise<void>
  delete(key: string): Promise<unknown>
}

/** A page with the time from which its age counts (ms since epoch): when the oldest list in it was loaded, or else when it was rendered. */
interface CachedPage extends RenderedPage {
  asOf: number
  /** Under which it was rendered. */
  version: string
}

interface PageRead {
  /** From `pageKey`. */
  key: string
  /** Of the content (functions/lists/content-version): a page from before it is rendered again first. */
  version: string
  /** Renders the page; only a cacheable 200 is stored. */
  render(): Promise<RenderedPage>
  /** Whether a page that is not cached may be rendered for this client. */
  mayRender?(): Promise<boolean>
  /** As `ctx.waitUntil`. */
  waitUntil(work: Promise<unknown>): void
  /** Renders without reading or writing the cache (`PAGE_CACHE=off`). */
  bypass?: boolean
}

/** `status` is the value of `Cache-Status` (RFC 9211). */
interface PageResult {
  page: CachedPage
  status: string
}

const FRESH_MS = LIST_FRESH_SECONDS * 1000
/** Until this age a page is served while its renewal fails. */
const KEPT_MS = 86_400_000
const MEMORY_BYTES_MAX = 16 * 1_048_576
/**
 * The time that one rendering may take: as much older than fresh is a page that is served while it is renewed. For this time after the start
 * of a renewal no other one starts in the background, and a page whose renewal has failed is served without another attempt.
 */
const RENEWAL_MS = 10_000
/** Until this age a page is served while it is renewed; after it the visitor waits for the renewal. */
const STALE_MS = FRESH_MS + RENEWAL_MS
const RENEWALS_MAX = 10_000
/** Holds status, headers and etag of a page in the shared store. */
const META_HEADER = 'x-page-meta'

/**
 * Caches rendered pages in this isolate's memory, bounded by bytes, and in the data centre's Cache API (decision 003). A page
 * - is fresh for five minutes, counted from the oldest list in it,
 * - is served stale for the time of one rendering while one request renders it again,
 * - is then, and after each publication, rendered again first, and served for up to a day only where that fails,
 * - is dropped once it is gone (404, 410).
 */
export class PageCache {
  readonly #shared: SharedStore
  readonly #now: () => number
  readonly #memory: LRUCache<string, CachedPage>
  readonly #renewals = new LRUCache<string, { startedAt: number; failed: boolean; version: string }>({
    max: RENEWALS_MAX,
  })

  constructor(
    shared: SharedStore,
    { now = Date.now, bytesMax = MEMORY_BYTES_MAX }: { now?: () => number; bytesMax?: number } = {},
  ) {
    this.#shared = shared
    this.#now = now
    this.#memory = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ body }) => body.length || 1 })
  }

  /** Null where no cached page can serve and the client may not have one rendered. @throws what `render` throws */
  async read(read: PageRead): Promise<PageResult | null> {
    if (read.bypass) return { page: await this.#render(read), status: 'page; fwd=bypass' }
    const kept = await this.#kept(read)
    if (!kept && (await read.mayRender?.()) === false) return null
    if (!kept) return { page: await this.#renew(read, null), status: 'page; fwd=miss' }
    const age = this.#ageOf(kept)
    const isCurrent = kept.version === read.version
    if (isCurrent && age < FRESH_MS)
      return { page: kept, status: `page; hit; ttl=${Math.ceil((FRESH_MS - age) / 1000)}` }
    const stale = { page: kept, status: 'page; hit; detail=stale' }
    if ((isCurrent && age < STALE_MS) || this.#failedRecently(read)) {
      if (this.#mayRenew(read)) read.waitUntil(this.#renew(read, kept).catch(() => undefined))
      return stale
    }
    try {
      const page = await this.#renew(read, kept)
      return isFailure(page) ? stale : { page, status: 'page; fwd=stale' }
    } catch {
      return stale
    }
  }

  /** The newest page that is not older than a day: from memory while that is fresh, else from memory or the shared store. */
  async #kept({ key, version }: PageRead): Promise<CachedPage | null> {
    const own = this.#memory.get(key)
    if (own?.version === version && this.#ageOf(own) < FRESH_MS) return own
    const shared = await this.#readShared(key)
    const newest = own && shared ? (own.asOf > shared.asOf ? own : shared) : (own ?? shared)
    if (newest && this.#ageOf(newest) < KEPT_MS) {
      if (newest !== own) this.#memory.set(key, newest)
      return newest
    }
    this.#memory.delete(key)
    return null
  }

  /** A time in the future, of a clock that was turned back, counts as too old. */
  #ageOf({ asOf }: CachedPage): number {
    const age = this.#now() - asOf
    return age < 0 ? Infinity : age
  }

  #renewalOf({ key, version }: PageRead) {
    const renewal = this.#renewals.get(key)
    return renewal?.version === version && this.#now() - renewal.startedAt < RENEWAL_MS ? renewal : null
  }

  #failedRecently(read: PageRead): boolean {
    return this.#renewalOf(read)?.failed === true
  }

  #mayRenew(read: PageRead): boolean {
    return this.#renewalOf(read) === null
  }

  /** Renders the page and stores it, or drops the kept one if the page is gone. */
  async #renew(read: PageRead, kept: CachedPage | null): Promise<CachedPage> {
    const { key, version } = read
    const renewal = { startedAt: this.#now(), failed: true, version }
    if (kept) this.#renewals.set(key, { ...renewal, failed: false })
    try {
      const page = await this.#render(read)
      if (page.status === 200 && !page.uncacheable) {
        this.#memory.set(key, page)
        read.waitUntil(this.#writeShared(key, page))
      }
      if (kept && isGone(page)) {
        this.#memory.delete(key)
        read.waitUntil(this.#shared.delete(storeAddress(key)).catch(() => undefined))
      }
      renewal.failed = isFailure(page)
      return page
    } finally {
      if (kept && renewal.failed) this.#renewals.set(key, renewal)
      else this.#renewals.delete(key)
    }
  }

  async #render({ render, version }: PageRead): Promise<CachedPage> {
    const page = await render()
    return { ...page, asOf: this.#now() - page.dataAgeMs, version }
  }

  async #readShared(key: string): Promise<CachedPage | null> {
    const response = await this.#shared.match(storeAddress(key)).catch(() => undefined)
    const meta = response?.headers.get(META_HEADER)
    if (!response || !meta) return null
    return {
      ...(JSON.parse(meta) as Omit<CachedPage, 'body'>),
      body: new Uint8Array(await response.arrayBuffer()),
    }
  }

  async #writeShared(key: string, { body, ...meta }: CachedPage): Promise<void> {
    const headers = {
      'cache-control': `max-age=${KEPT_MS / 1000}`,
      'content-type': 'text/html',
      [META_HEADER]: JSON.stringify(meta),
    }
    await this.#shared.put(storeAddress(key), new Response(body, { headers })).catch(() => undefined)
  }
}

/** The data centre's cache for pages. */
export const sharedPages: SharedStore = {
  match: async (key) => (await caches.open('pages')).match(key),
  put: async (key, response) => (await caches.open('pages')).put(key, response),
  delete: async (key) => (await caches.open('pages')).delete(key),
}

const isGone = ({ status }: RenderedPage) => status === 404 || status === 410
/** Not rendered, or rendered without all its data: a kept page is better. */
const isFailure = ({ status, uncacheable }: RenderedPage) => status >= 500 || (status === 200 && uncacheable)

/** The Cache API requires a URL as key. */
const storeAddress = (key: string) => `https://pages.invalid/?key=${encodeURIComponent(key)}`

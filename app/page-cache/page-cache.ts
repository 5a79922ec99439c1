import { LRUCache } from 'lru-cache'
import type { RenderedPage } from '../render/render-page'

/** The part of the Cache API that the page cache uses. */
export interface SharedStore {
  match(key: string): Promise<Response | undefined>
  put(key: string, response: Response): Promise<void>
}

/** A page with the time it was rendered at (ms since epoch). */
export interface CachedPage extends RenderedPage {
  renderedAt: number
}

export interface PageRead {
  /** From `pageKey`. */
  key: string
  /** Renders the page; only a cacheable 200 is stored. */
  render(): Promise<RenderedPage>
  /** As `ctx.waitUntil`. */
  waitUntil(work: Promise<unknown>): void
  /** Renders without reading or writing the cache (`PAGE_CACHE=off`). */
  bypass?: boolean
}

/** `status` is the value of `Cache-Status` (RFC 9211). */
export interface PageResult {
  page: CachedPage
  status: string
}

const FRESH_MS = 300_000
const SHARED_SECONDS = 86_400
const MEMORY_BYTES_MAX = 16 * 1_048_576
/** A renewal without a result after this time counts as lost, and the next visitor may start another. */
const RENEWAL_MS = 10_000
/** Holds status, headers and etag of a page in the shared store. */
const META_HEADER = 'x-page-meta'

/**
 * Caches rendered pages in this isolate's memory, bounded by bytes, and in the data centre's Cache API. A page is fresh
 * for five minutes; after that it is served stale while one request renders it again (decision 003).
 */
export class PageCache {
  readonly #shared: SharedStore
  readonly #now: () => number
  readonly #memory: LRUCache<string, CachedPage>
  readonly #renewals = new Map<string, number>()

  constructor(
    shared: SharedStore,
    { now = Date.now, bytesMax = MEMORY_BYTES_MAX }: { now?: () => number; bytesMax?: number } = {},
  ) {
    this.#shared = shared
    this.#now = now
    this.#memory = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ body }) => body.length || 1 })
  }

  /** @throws what `render` throws if no cached page exists. */
  async read(read: PageRead): Promise<PageResult> {
    if (read.bypass) return { page: await this.#render(read), status: 'page; fwd=bypass' }
    const cached = this.#memory.get(read.key) ?? (await this.#readShared(read.key))
    if (!cached) return { page: await this.#renew(read), status: 'page; fwd=miss' }
    const age = this.#now() - cached.renderedAt
    if (age >= 0 && age < FRESH_MS)
      return { page: cached, status: `page; hit; ttl=${Math.ceil((FRESH_MS - age) / 1000)}` }
    if (this.#claimRenewal(read.key)) read.waitUntil(this.#renew(read).catch(() => undefined))
    return { page: cached, status: 'page; hit; detail=stale' }
  }

  #claimRenewal(key: string): boolean {
    const startedAt = this.#renewals.get(key)
    if (startedAt !== undefined && this.#now() - startedAt < RENEWAL_MS) return false
    this.#renewals.set(key, this.#now())
    return true
  }

  async #renew(read: PageRead): Promise<CachedPage> {
    try {
      const page = await this.#render(read)
      if (page.status === 200 && !page.uncacheable) {
        this.#memory.set(read.key, page)
        read.waitUntil(this.#writeShared(read.key, page))
      }
      return page
    } finally {
      this.#renewals.delete(read.key)
    }
  }

  async #render({ render }: PageRead): Promise<CachedPage> {
    return { ...(await render()), renderedAt: this.#now() }
  }

  async #readShared(key: string): Promise<CachedPage | null> {
    const response = await this.#shared.match(storeAddress(key)).catch(() => undefined)
    const meta = response?.headers.get(META_HEADER)
    if (!response || !meta) return null
    const page = {
      ...(JSON.parse(meta) as Omit<CachedPage, 'body'>),
      body: new Uint8Array(await response.arrayBuffer()),
    }
    this.#memory.set(key, page)
    return page
  }

  async #writeShared(key: string, { body, ...meta }: CachedPage): Promise<void> {
    const headers = {
      'cache-control': `max-age=${SHARED_SECONDS}`,
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
}

/** The Cache API requires a URL as key. */
const storeAddress = (key: string) => `https://pages.invalid/?key=${encodeURIComponent(key)}`

import type { RenderedPage } from '../render/render-page'

/** The part of the Cache API that the page cache uses. */
export interface SharedStore {
  match(key: string): Promise<Response | undefined>
  put(key: string, response: Response): Promise<void>
}

/** A page worth keeping, with the moment it was rendered (ms since epoch). */
export interface KeptPage extends RenderedPage {
  renderedAt: number
}

/** How a page came about, as `Cache-Status` says it (RFC 9211). */
export interface PageAnswer {
  page: KeptPage
  status: string
}

export interface PageRead {
  /** From `pageKey`. */
  key: string
  /** Renders the page; what it gives is kept only where it is a 200 that says nothing against it. */
  render(): Promise<RenderedPage>
  /** As `ctx.waitUntil`. */
  waitUntil(work: Promise<unknown>): void
  /** Neither looked up nor kept (`PAGE_CACHE`). */
  bypass?: boolean
}

const FRESH_MS = 300_000
const KEPT_MS = 86_400_000
const MEMORY_BYTES_MAX = 16 * 1_048_576
/** A renewal that has not ended by then is taken for lost, and the next visitor may start one. */
const RENEWAL_MS = 10_000

const META = 'x-kept-page'

/**
 * Rendered pages: this isolate's memory, bounded by bytes, then the data centre's Cache API. Fresh for five minutes,
 * then shown stale while one request renders anew (design: page cache).
 */
export class PageCache {
  readonly #shared: SharedStore
  readonly #now: () => number
  readonly #bytesMax: number
  readonly #memory = new Map<string, KeptPage>()
  readonly #renewals = new Map<string, number>()
  #bytes = 0

  constructor(
    shared: SharedStore,
    { now = Date.now, bytesMax = MEMORY_BYTES_MAX }: { now?: () => number; bytesMax?: number } = {},
  ) {
    this.#shared = shared
    this.#now = now
    this.#bytesMax = bytesMax
  }

  /** @throws whatever `render` throws where there is no kept page to show. */
  async read(read: PageRead): Promise<PageAnswer> {
    if (read.bypass) return { page: await this.#rendered(read), status: 'page; fwd=bypass' }
    const kept = this.#memory.get(read.key) ?? (await this.#fromShared(read.key))
    if (!kept) return { page: await this.#renew(read), status: 'page; fwd=miss' }
    const age = this.#now() - kept.renderedAt
    if (age >= 0 && age < FRESH_MS)
      return { page: kept, status: `page; hit; ttl=${Math.ceil((FRESH_MS - age) / 1000)}` }
    if (this.#mayRenew(read.key)) read.waitUntil(this.#renew(read).catch(() => undefined))
    return { page: kept, status: 'page; hit; detail=stale' }
  }

  #mayRenew(key: string): boolean {
    const started = this.#renewals.get(key)
    if (started !== undefined && this.#now() - started < RENEWAL_MS) return false
    this.#renewals.set(key, this.#now())
    return true
  }

  async #renew({ key, render, waitUntil }: PageRead): Promise<KeptPage> {
    try {
      const page = await this.#rendered({ render })
      if (page.status === 200 && !page.passing) {
        this.#remember(key, page)
        waitUntil(this.#share(key, page))
      }
      return page
    } finally {
      this.#renewals.delete(key)
    }
  }

  async #rendered({ render }: Pick<PageRead, 'render'>): Promise<KeptPage> {
    return { ...(await render()), renderedAt: this.#now() }
  }

  #remember(key: string, page: KeptPage): void {
    this.#forget(key)
    this.#memory.set(key, page)
    this.#bytes += page.body.length
    for (const oldest of this.#memory.keys()) {
      if (this.#bytes <= this.#bytesMax) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const page = this.#memory.get(key)
    if (!page) return
    this.#memory.delete(key)
    this.#bytes -= page.body.length
  }

  async #fromShared(key: string): Promise<KeptPage | null> {
    const response = await this.#shared.match(storeAddress(key)).catch(() => undefined)
    if (!response) return null
    const meta = response.headers.get(META)
    if (meta === null) return null
    const page: KeptPage = {
      ...(JSON.parse(meta) as Omit<KeptPage, 'body'>),
      body: new Uint8Array(await response.arrayBuffer()),
    }
    this.#remember(key, page)
    return page
  }

  async #share(key: string, { body, ...meta }: KeptPage): Promise<void> {
    const headers = {
      'cache-control': `max-age=${KEPT_MS / 1000}`,
      'content-type': 'text/html',
      [META]: JSON.stringify(meta),
    }
    await this.#shared.put(storeAddress(key), new Response(body, { headers })).catch(() => undefined)
  }
}

/** The data centre's store for pages. */
export const pageStore: SharedStore = {
  match: async (key) => (await caches.open('pages')).match(key),
  put: async (key, response) => (await caches.open('pages')).put(key, response),
}

/** The Cache API wants an address; this one is nobody's. */
const storeAddress = (key: string) => `https://pages.invalid/?key=${encodeURIComponent(key)}`

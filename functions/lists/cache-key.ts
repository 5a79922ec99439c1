/** Everything that a list depends on. */
export interface CacheKeyParts {
  /** Origin of the upstream, or `embedded`. */
  upstream: string
  brandId: string
  call: 'selectList' | 'selectSubCategory'
  /** The validated request body. */
  body: object
  /** Of the content (content-version.ts); empty for a remote upstream. */
  removals?: string
}

/** Limit of KV. */
const KEY_BYTES_MAX = 512

/** The cache key of a list: plain JSON if it fits into a KV key, else its hash. Different inputs never share a key. */
export async function cacheKey({ upstream, brandId, call, body, removals = '' }: CacheKeyParts): Promise<string> {
  // Sorted, because the order of the fields makes no difference.
  const fields = Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))
  const readable = JSON.stringify([upstream, brandId, call, fields, ...(removals === '' ? [] : [removals])])
  const bytes = new TextEncoder().encode(readable)
  if (bytes.length <= KEY_BYTES_MAX) return readable
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha256-${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

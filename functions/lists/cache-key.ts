/** What an answer of a list depends on: everything that must not be mixed up. */
export interface CacheKeyParts {
  /** Where the answer comes from: an origin, or `embedded`. */
  upstream: string
  brandId: string
  call: 'selectList' | 'selectSubCategory'
  /** The checked body. */
  body: object
}

/** KV takes keys of at most 512 bytes. */
const KEY_BYTES_MAX = 512
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** The key of a list: readable where it is short enough, else hashed. Two different inputs never share one. */
export async function cacheKey({ upstream, brandId, call, body }: CacheKeyParts): Promise<string> {
  const readable = JSON.stringify([upstream, brandId, call, sorted(body)])
  const bytes = bytesOf(readable)
  if (bytes.length <= KEY_BYTES_MAX) return readable
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha256-${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The same fields in another order are the same body. */
const sorted = (body: object): [string, unknown][] => Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))

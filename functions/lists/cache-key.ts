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

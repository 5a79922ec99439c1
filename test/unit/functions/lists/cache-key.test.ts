import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brands } from '../../../../functions/brand/hosts.ts'
import { BOARD_GROUPS } from '../../../../functions/contract/board.ts'
import { cacheKey, type CacheKeyParts } from '../../../../functions/lists/read-board.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', '"', '","', '\ud800', '\udfff', '\\ud800', 'embedded', 'selectList'),
)
const parts: fc.Arbitrary<CacheKeyParts> = fc.record({
  upstream: text,
  brandId: text,
  removals: text,
  call: fc.constantFrom('selectList' as const, 'selectSubCategory' as const),
  group_uuid: text,
})
const equal = (a: CacheKeyParts, b: CacheKeyParts): boolean => JSON.stringify(a) === JSON.stringify(b)

describe('the cache key of a list', () => {
  test('differs for different inputs', () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        expect(cacheKey(a) === cacheKey(b)).toBe(equal(a, b))
      }),
      { numRuns: 500 },
    )
  })

  test('changes with each part', () => {
    fc.assert(
      fc.property(parts, text, (a, other) => {
        for (const part of ['upstream', 'removals', 'brandId', 'group_uuid'] as const) {
          const b = { ...a, [part]: other }
          expect(cacheKey(a) === cacheKey(b)).toBe(equal(a, b))
        }
      }),
    )
  })

  test('fits into a key of KV, however long the name of the upstream is', () => {
    const upstream = `https://${'a.'.repeat(126)}a:65535`
    for (const { id: brandId } of brands)
      for (const group_uuid of Object.values(BOARD_GROUPS))
        for (const call of ['selectList', 'selectSubCategory'] as const) {
          const key = cacheKey({ upstream, brandId, call, group_uuid, removals: '1000000@1800000000000' })
          expect(Buffer.byteLength(key)).toBeLessThanOrEqual(512)
        }
  })
})

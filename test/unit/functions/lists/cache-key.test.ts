import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cacheKey, type CacheKeyParts } from '../../../../functions/lists/cache-key.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', '"', '","', '\ud800', '\udfff', '\\ud800', 'embedded', 'selectList'),
)
const body = fc.record({
  group_uuid: text,
  sub_category_id: fc.array(text, { maxLength: 3 }),
  search_text: text,
  search_date: fc.array(text, { maxLength: 2 }),
})
const parts: fc.Arbitrary<CacheKeyParts> = fc.record({
  upstream: text,
  brandId: text,
  removals: text,
  call: fc.constantFrom('selectList' as const, 'selectSubCategory' as const),
  body: fc.oneof(
    body,
    body.map((short) => ({ ...short, search_text: short.search_text.padEnd(600, '가') })),
  ),
})
const equal = (a: CacheKeyParts, b: CacheKeyParts): boolean => JSON.stringify(a) === JSON.stringify(b)

describe('the cache key of a list', () => {
  test('differs for different inputs', async () => {
    await fc.assert(
      fc.asyncProperty(parts, parts, async (a, b) => {
        expect((await cacheKey(a)) === (await cacheKey(b))).toBe(equal(a, b))
      }),
      { numRuns: 500 },
    )
  })

  test('changes with each part', async () => {
    await fc.assert(
      fc.asyncProperty(parts, text, async (a, other) => {
        for (const b of [
          { ...a, upstream: other },
          { ...a, removals: other },
          { ...a, brandId: other },
          { ...a, body: { ...a.body, search_text: other } },
        ]) {
          expect((await cacheKey(a)) === (await cacheKey(b))).toBe(equal(a, b))
        }
      }),
    )
  })

  test('fits into a KV key and does not depend on the order of fields', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async (a) => {
        const key = await cacheKey(a)
        expect(Buffer.byteLength(key)).toBeLessThanOrEqual(512)
        expect(await cacheKey({ ...a, body: Object.fromEntries(Object.entries(a.body).toReversed()) })).toBe(key)
      }),
    )
  })

  test('is plain JSON where it is short', async () => {
    expect(
      await cacheKey({ upstream: 'embedded', brandId: 'vcp-x', call: 'selectSubCategory', body: { group_uuid: 'g' } }),
    ).toBe('["embedded","vcp-x","selectSubCategory",[["group_uuid","g"]]]')
  })
})

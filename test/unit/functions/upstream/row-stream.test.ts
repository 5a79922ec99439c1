import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRows } from '../../../../functions/upstream/remote/row-stream.ts'

async function* chunksOf(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}
const read = async (text: string, size = 65_536) => [...(await readRows(chunksOf(text, size), (row) => row))]

/** Rows that look like the gaps between rows, so that a cut in the wrong place would show. */
const tricky = fc.record({
  id: fc.nat(),
  text: fc.constantFrom('},{', '"},{"', '\\', '}]}', '\\"}, {', '한글 } , { ', '{"data":['),
  inner: fc.array(fc.record({ a: fc.nat() }), { maxLength: 3 }),
})

describe('a long answer', () => {
  test('is read in pieces without a row lost, doubled or torn, however it is written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(tricky, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 40_000, max: 300_000 }),
        fc.constantFrom(undefined, 2),
        async (some, size, indent) => {
          const all = Array.from({ length: 6000 }, (_, index) => ({ ...some[index % some.length], index }))
          expect(await read(JSON.stringify({ data: all, total: 6000 }, null, indent), size)).toEqual(all)
        },
      ),
      { numRuns: 8 },
    )
  })

  test('that is short may have its list anywhere', async () => {
    expect(await read('{"code":200,"data":[{"a":1}]}', 3)).toEqual([{ a: 1 }])
    expect(await read(' {"data" : [ ] } ')).toEqual([])
  })

  const rows = (count: number) =>
    Array.from({ length: count }, (_, id) => JSON.stringify({ id, text: 'x'.repeat(100) })).join(',')
  test.each([
    ['no JSON', 'oops'],
    ['no list', '{"data":7}'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list that breaks off', `{"data":[${rows(9000)}`],
    ['a row that breaks off', `{"data":[${rows(9000)},{"id":`],
    ['a list with rubbish behind it', `{"data":[${rows(9000)}]}}`],
    ['a list with rubbish in it', `{"data":[${rows(3000)} oops ${rows(6000)}]}`],
    ['one string without an end', `{"data":[{"text":"${'}'.repeat(2_000_000)}`],
    ['something long that is no list', `{"text":"${'x'.repeat(400_000)}"}`],
  ])('that is %s is refused', async (_, text) => {
    await expect(read(text)).rejects.toThrow()
  })

  test('ends at the first row that does not fit', async () => {
    const check = (row: unknown) => {
      if ((row as { id: number }).id === 5) throw new RangeError('five')
      return row
    }
    await expect(readRows(chunksOf(`{"data":[${rows(9000)}]}`, 65_536), check)).rejects.toThrow('five')
  })
})

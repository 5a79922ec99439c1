import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BoardIndex } from '../../../../functions/lists/board-index.ts'
import type { BoardItem } from '../../../../functions/contract/board.ts'
import { Rows } from '../../../../functions/lists/rows.ts'
import { storedRows } from '../../../../functions/lists/stored-rows.ts'

const jsonRow = fc.record({ id: fc.integer(), text: fc.string({ unit: 'binary' }) })
const answerOf = async (rows: Rows<unknown>) => (await new Response(rows.answer()).json<{ data: unknown[] }>()).data

describe('rows', () => {
  test('come out as they went in, one by one, as an answer and through the store', async () => {
    const codec = storedRows(z.object({ id: z.number(), text: z.string() }))
    await fc.assert(
      fc.asyncProperty(fc.array(jsonRow, { maxLength: 200 }), fc.nat(250), async (given, position) => {
        // What JSON cannot say, such as half a surrogate pair, is not the question.
        const all = JSON.parse(
          new TextDecoder().decode(new TextEncoder().encode(JSON.stringify(given))),
        ) as typeof given
        const rows = Rows.of(all)
        expect(rows.length).toBe(all.length)
        expect([...rows]).toEqual(all)
        expect(rows.at([position])).toEqual(all.slice(position, position + 1))
        expect(await answerOf(rows)).toEqual(all)
        const stored = codec.read(codec.write({ storedAt: 7, value: rows }).buffer)
        expect([stored.storedAt, ...stored.value]).toEqual([7, ...all])
      }),
      { numRuns: 60 },
    )
  })

  test('are refused from the store where they are something else, the form of an earlier build among it', () => {
    const codec = storedRows(z.object({ id: z.number() }))
    for (const stored of [
      '',
      '{}',
      '{"json":{"storedAt":1,"value":[]}}',
      '{"json":{"storedAt":1}}\n{"id":"a"}',
      '{"json":{"storedAt":1}}\nnull',
      '{"json":{"storedAt":1}}\n{"id"',
    ]) {
      expect(() => codec.read(new TextEncoder().encode(stored).buffer), stored).toThrow()
    }
  })
})

describe('the index of a board', () => {
  const item = (number: number): BoardItem => ({
    board_uuid: `n${number}`,
    subject: `Notice ${number}`,
    sub_category_name: `분류 ${number % 3}`,
    sub_category_en_name: `Category ${number % 3}`,
    create_date: '2026-01-01T00:00:00Z',
    update_date: null,
    is_priority: number % 5 === 0,
  })

  test('cuts the same pages as going through every row', () => {
    fc.assert(
      fc.property(
        fc.nat(300),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 20 }),
        fc.option(fc.nat(3)),
        fc.boolean(),
        (count, page, size, number, priority) => {
          const all = Array.from({ length: count }, (_, index) => item(index))
          const category = number === null ? {} : { category: `분류 ${number}`, category_en: `Category ${number}` }
          const cut = new BoardIndex(Rows.of(all)).page({ page, size, ...category, ...(priority && { priority: '1' }) })
          const shown = all.filter(
            (row) => (number === null || row.sub_category_name === `분류 ${number}`) && (!priority || row.is_priority),
          )
          const pages = Math.max(1, Math.ceil(shown.length / size))
          const at = (Math.min(page, pages) - 1) * size
          expect(cut).toEqual({
            data: shown.slice(at, at + size),
            page: Math.min(page, pages),
            pages,
            total: shown.length,
          })
        },
      ),
    )
  })

  test('knows what stands above and below an entry, at the ends of the list and beyond it', () => {
    const index = new BoardIndex(Rows.of(Array.from({ length: 130 }, (_, number) => item(number))))
    const around = (id: string) =>
      Object.values(index.around(id)).map((row: BoardItem | null) => row?.board_uuid ?? null)
    expect([around('n64'), around('n0'), around('n129'), around('gone')]).toEqual([
      ['n63', 'n65'],
      [null, 'n1'],
      ['n128', null],
      [null, null],
    ])
  })
})

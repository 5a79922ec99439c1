import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  boardDetail,
  boardList,
  subCategoryList,
  upstreamDate,
} from '../../../../functions/contract/upstream-answers.ts'

const row = {
  board_uuid: 'a',
  subject: '제목',
  sub_category_name: '점검',
  sub_category_en_name: 'Maintenance',
  create_date: '2026-10-01T00:00:00.000Z',
  update_date: null,
  is_priority: false,
}
const first = (changes: object) => boardList.parse({ data: [{ ...row, ...changes }] }).data[0]

describe('answers of the upstream are read generously', () => {
  test.each([
    ['2026-10-01T00:00:00Z', '2026-10-01T00:00:00.000Z'],
    ['2026-10-01T09:00:00+09:00', '2026-10-01T00:00:00.000Z'],
    ['2026-10-01T00:00:00.123456Z', '2026-10-01T00:00:00.123Z'],
    ['2026-10-01 09:00:00', '2026-10-01T00:00:00.000Z'],
    ['2026-10-01 09:00', '2026-10-01T00:00:00.000Z'],
    ['2026-10-01T09:00:00', '2026-10-01T00:00:00.000Z'],
    ['2026-10-01', '2026-09-30T15:00:00.000Z'],
    [' 2026-10-01 09:00:00 ', '2026-10-01T00:00:00.000Z'],
  ])('the date %s', (text, iso) => {
    expect(upstreamDate.parse(text)).toBe(iso)
  })

  test.each(['', 'soon', '2026-13-01', '2026-10-01 25:00:00', '01/10/2026 x'])('but not "%s" for a date', (text) => {
    expect(upstreamDate.safeParse(text).success).toBe(false)
  })

  test.each([
    [true, true],
    [1, true],
    ['Y', true],
    ['y', true],
    [false, false],
    [0, false],
    ['N', false],
    [null, false],
    [undefined, false],
  ])('is_priority %s', (sent, read) => {
    expect(first({ is_priority: sent })).toMatchObject({ is_priority: read })
  })

  test('ids are strings or numbers', () => {
    expect(first({ board_uuid: 17 })).toMatchObject({ board_uuid: '17' })
    const data = [{ sub_category_id: 3, sub_category_name: '가', sub_category_en_name: null }]
    expect(subCategoryList.parse({ data })).toEqual({
      data: [{ sub_category_id: '3', sub_category_name: '가', sub_category_en_name: '' }],
    })
  })

  test('a missing or empty update date is null', () => {
    for (const update_date of [null, undefined, '']) expect(first({ update_date })).toMatchObject({ update_date: null })
  })

  test('fields beyond the contract are dropped', () => {
    expect(first({ writer_email: 'a@b.c' })).toEqual(row)
  })

  test('normalised rows parse to themselves, as when they come from the cache', () => {
    const once = boardList.parse({ data: [{ ...row, board_uuid: 1, is_priority: 'Y', update_date: '2026-10-02' }] })
    expect(boardList.parse(once)).toEqual(once)
  })

  test('any answer is either accepted or rejected, without another error', () => {
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        for (const schema of [boardList, boardDetail, subCategoryList]) {
          for (const sent of [answer, { data: answer }, { data: [answer] }])
            expect(typeof schema.safeParse(sent).success).toBe('boolean')
        }
      }),
    )
  })
})

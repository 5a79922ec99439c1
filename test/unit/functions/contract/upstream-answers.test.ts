import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boardDetail, boardItem, subCategory, upstreamDate } from '../../../../functions/contract/upstream-answers.ts'

const row = {
  board_uuid: 'a',
  subject: '제목',
  sub_category_name: '점검',
  sub_category_en_name: 'Maintenance',
  create_date: '2026-10-01T00:00:00.000Z',
  update_date: null,
  is_priority: false,
}
const first = (changes: object) => boardItem.parse({ ...row, ...changes })

describe('what the upstream sends is read generously', () => {
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
    expect(first({ is_priority: sent }).is_priority).toBe(read)
  })

  test('ids as string or number', () => {
    expect(first({ board_uuid: 17 }).board_uuid).toBe('17')
    expect(subCategory.parse({ sub_category_id: 3, sub_category_name: '가', sub_category_en_name: null })).toEqual({
      sub_category_id: '3',
      sub_category_name: '가',
      sub_category_en_name: '',
    })
  })

  test('an update date that is missing or empty as none', () => {
    for (const update_date of [null, undefined, '']) expect(first({ update_date }).update_date).toBeNull()
  })

  test('fields beyond the contract are left behind', () => {
    expect(first({ writer_email: 'a@b.c' })).toEqual(row)
  })

  test('what it has made once, it reads again unchanged, as from the cache', () => {
    const once = boardItem.parse({ ...row, board_uuid: 1, is_priority: 'Y', update_date: '2026-10-02' })
    expect(boardItem.parse(once)).toEqual(once)
  })

  test('no answer makes it throw anything but its own refusal', () => {
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        for (const schema of [boardItem, boardDetail, subCategory]) {
          for (const sent of [answer, { data: answer }, { data: [answer] }])
            expect(typeof schema.safeParse(sent).success).toBe('boolean')
        }
      }),
    )
  })
})

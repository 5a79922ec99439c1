import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { selectDetailBody } from '../../../../functions/contract/request-bodies.ts'
import { textOf } from '../../../../functions/contract/text-fields.ts'
import {
  boardDetail,
  boardList,
  subCategoryList,
  upstreamDate,
} from '../../../../functions/contract/upstream-shapes.ts'

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
      leftOut: [],
    })
  })

  test('a missing or empty update date is null', () => {
    for (const update_date of [null, undefined, '']) expect(first({ update_date })).toMatchObject({ update_date: null })
  })

  test.each([null, undefined, '', 'soon', 7, {}])('create_date %j is none, and its row the last one', (create_date) => {
    const { data } = boardList.parse({
      data: [
        { ...row, create_date },
        { ...row, board_uuid: 'b' },
      ],
    })
    expect(data.map((item) => [item.board_uuid, item.create_date])).toEqual([
      ['b', row.create_date],
      ['a', null],
    ])
  })

  test.each([
    ['subject', { ...row, subject: null }],
    ['subject', { ...row, subject: ' ' }],
    ['board_uuid', { ...row, board_uuid: undefined }],
    ['board_uuid', { ...row, board_uuid: 'a/b' }],
    ['board_uuid', { ...row, board_uuid: '..' }],
    ['board_uuid', { ...row, board_uuid: 'feed.xml' }],
    ['board_uuid', { ...row, board_uuid: 'x'.repeat(129) }],
    ['the whole', null],
    ['the whole', 'nothing'],
    ['the whole', [row]],
  ])('a row whose %s is missing or cannot be opened is left out: %j', (field, sent) => {
    expect(boardList.parse({ data: [sent, row] })).toEqual({ data: [row], leftOut: [field] })
    expect(boardList.safeParse({ data: [sent] }).success).toBe(false)
  })

  test.each(['1.2.3', 'a'.repeat(128), '2026:10', 'a@b', '-'])('the id %s is listed and can be asked for', (id) => {
    expect(first({ board_uuid: id })).toMatchObject({ board_uuid: id })
    expect(selectDetailBody.parse({ board_uuid: id })).toEqual({ board_uuid: id })
  })

  test('a sub-category without a name or with an id that fits no address is left out', () => {
    const category = { sub_category_id: '1', sub_category_name: '가', sub_category_en_name: null }
    const bad = [{ ...category, sub_category_name: '' }, { ...category, sub_category_id: 'a b' }, 7]
    expect(subCategoryList.parse({ data: [...bad, category] })).toMatchObject({
      data: [{ sub_category_id: '1' }],
      leftOut: ['sub_category_name', 'sub_category_id', 'the whole'],
    })
  })

  test('texts, flags and dates that cannot be read are left out, not their rows', () => {
    expect(
      first({ sub_category_name: {}, sub_category_en_name: 7, is_priority: 'maybe', update_date: 'soon' }),
    ).toEqual({ ...row, sub_category_name: '', sub_category_en_name: '7' })
  })

  test('fields beyond the contract are dropped', () => {
    expect(first({ writer_email: 'a@b.c' })).toEqual(row)
  })

  test('normalised rows parse to themselves, as when they come from the cache', () => {
    const sent = { ...row, board_uuid: 1, is_priority: 'Y', update_date: '2026-10-02' }
    const once = boardList.parse({ data: [sent, { ...sent, subject_en: 'Title' }, { ...sent, subject_en: '' }] })
    expect(boardList.parse({ data: once.data })).toEqual(once)
  })

  test('a text is in one language each where the upstream keeps them apart, and as it comes where it does not', () => {
    const subjectOf = (change: object) => textOf('subject*', first(change) ?? {})
    expect(subjectOf({ subject_en: 'Title' })).toEqual({ ko: '제목', en: 'Title' })
    expect(subjectOf({ subject: null, subject_en: 'Title' })).toEqual({ ko: '', en: 'Title' })
    expect(subjectOf({ subject_en: '' })).toEqual({ ko: '제목', en: '' })
    for (const subject_en of [null, undefined]) expect(subjectOf({ subject_en })).toBe('제목')
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

describe('an entry', () => {
  const detail = { subject: 's', sub_category_name: 'c', sub_category_en_name: 'c' }
  const isRead = (change: object) => boardDetail.safeParse({ data: { ...detail, ...change } }).success

  test.each([[{}], [{ contents: null }], [{ contents: { text: 'x' } }], [{ contents: ['x'] }], [{ contents: true }]])(
    'whose contents are no text is no entry: %j',
    (change) => expect(isRead(change)).toBe(false),
  )

  test.each([[{ contents: '' }], [{ contents: '<p>x</p>' }], [{ contents: null, contents_en: 'x' }]])(
    'with a text in one language is shown: %j',
    (change) => expect(isRead(change)).toBe(true),
  )
})

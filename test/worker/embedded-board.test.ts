import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOARD_GROUPS, type BoardItem } from '../../functions/contract/board.ts'
import { sampleBoards } from '../support/boards.ts'
import { asksOf } from '../support/seed.ts'
import { seedEmbedded, type Site, startSite } from '../support/site.ts'

describe('the boards of the embedded upstream', () => {
  let site: Site
  const notices = async (body: object = {}, host?: string): Promise<string[]> => {
    const answer = await site.call('board/selectList', { group_uuid: BOARD_GROUPS.notice, ...body }, host)
    return ((await answer.json()) as { data: BoardItem[] }).data.map((notice) => notice.board_uuid)
  }

  beforeAll(async () => {
    site = await startSite()
    await seedEmbedded(site.env.DB, sampleBoards('all', { notices: 3, questions: 0 }), null)
    await seedEmbedded(site.env.DB, sampleBoards('a', { notices: 1, questions: 0 }), 'partner-a')
  })
  afterAll(() => site.close())

  test('show every brand its own entries and those without a brand', async () => {
    expect(await notices()).toEqual(['all-notice-1', 'all-notice-2', 'all-notice-3'])
    expect((await notices({}, 'partner-a.example')).toSorted()).toEqual([
      'a-notice-1',
      'all-notice-1',
      'all-notice-2',
      'all-notice-3',
    ])
    expect(await notices({}, 'partner-b.example')).toEqual(['all-notice-1', 'all-notice-2', 'all-notice-3'])
  })

  test('filter by one or several sub-categories', async () => {
    expect(await notices({ sub_category_id: ['all:n-event'] })).toEqual(['all-notice-2'])
    expect(await notices({ sub_category_id: ['all:n-event', 'all:n-service'] })).toHaveLength(3)
  })

  // The entries date from 30, 29 and 28 October 2026, 10:00 in Seoul.
  test.each([
    [['2026-10-29'], ['all-notice-2']],
    [
      ['2026-10-29', '2026-10-30'],
      ['all-notice-1', 'all-notice-2'],
    ],
    [
      ['', '2026-10-29'],
      ['all-notice-2', 'all-notice-3'],
    ],
    [
      ['2026-10-29', ''],
      ['all-notice-1', 'all-notice-2'],
    ],
    [['2026-10-31', '2026-10-01'], []],
    [['soon'], []],
    [['+275760-09-13', '-000001-01-01'], []],
  ])('filter by Seoul days %j', async (search_date, found) => {
    expect(await notices({ search_date })).toEqual(found)
  })

  test('fail for no input', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 32 }),
      fc.constantFrom('\0', '\ud800', "'; DROP TABLE board_item; --", '%', '[]', '2026-02-30'),
    )
    const body = fc.record({
      group_uuid: fc.uuid(),
      sub_category_id: fc.array(text, { maxLength: 50 }),
      search_text: text,
      search_date: fc.array(text, { maxLength: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(body, async (fields) => {
        expect((await site.call('board/selectList', fields)).status).toBe(200)
      }),
      { numRuns: asksOf(150) },
    )
    expect(await notices({ search_text: 'notice 3' })).toEqual(['all-notice-3'])
  })

  test('are a failing upstream, not a crash, when their tables are gone', async () => {
    await site.env.DB.exec('DROP TABLE board_item')
    const answer = await site.call('board/selectDetail', { board_uuid: 'all-notice-1' })
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ code: 'upstream-failed' })
    expect((await site.fetch('/readyz')).status).toBe(503)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOARD_GROUPS } from '../../functions/contract/board.ts'
import { firstContentSql, loadFirstContent } from '../../functions/cli/first-content.ts'
import { type Site, startSite } from '../support/site.ts'

const NOW = new Date('2026-11-21T03:00:00Z')
const DAY_MS = 86_400_000

interface Item {
  board_uuid: string
  group_uuid: string
  sub_category_id: string
  create_date: string
  update_date: string | null
  is_priority: number
}

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const items = async () =>
  (await site.env.DB.prepare('SELECT * FROM board_item ORDER BY board_uuid').all<Item>()).results

describe('the first content', () => {
  it('has 24 notices and 20 FAQ in five sub-categories each, six with priority, some new, none in the future', async () => {
    expect(await loadFirstContent(site.env.DB, NOW)).toBeGreaterThanOrEqual(44)
    const all = await items()
    const of = (group: string) => all.filter(({ group_uuid }) => group_uuid === group)
    const [notices, faq] = [of(BOARD_GROUPS.notice), of(BOARD_GROUPS.faq)]
    expect(notices.length).toBeGreaterThanOrEqual(24)
    expect(faq.length).toBeGreaterThanOrEqual(20)
    for (const board of [notices, faq])
      expect(new Set(board.map(({ sub_category_id }) => sub_category_id)).size).toBe(5)
    expect(faq.filter(({ is_priority }) => is_priority === 1).length).toBeGreaterThanOrEqual(6)
    const ages = notices.map(({ create_date, update_date }) => NOW.getTime() - Date.parse(update_date ?? create_date))
    expect(ages.filter((age) => age <= 7 * DAY_MS).length).toBeGreaterThan(0)
    expect(ages.filter((age) => age > 7 * DAY_MS).length).toBeGreaterThan(10)
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
  })

  it('does not change boards that have entries', async () => {
    const before = await items()
    expect(await loadFirstContent(site.env.DB, new Date())).toBe(0)
    expect(await items()).toEqual(before)
  })

  it('is the same as SQL text', async () => {
    const before = await items()
    await site.env.DB.batch([
      site.env.DB.prepare('DELETE FROM board_item'),
      site.env.DB.prepare('DELETE FROM sub_category'),
    ])
    await site.env.DB.batch((await firstContentSql(NOW)).map((sql) => site.env.DB.prepare(sql)))
    expect(await items()).toEqual(before)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOARD_GROUPS } from '../../functions/contract/board.ts'
import { loadFirstContent, withDates } from '../../functions/cli/first-content.ts'
import { type Site, startSite } from '../support/site.ts'

const NOW = new Date('2026-11-21T03:00:00Z')
const DAY_MS = 86_400_000

interface Item {
  board_uuid: string
  group_uuid: string
  sub_category_id: string
  subject: string
  contents: string
  subject_en: string
  contents_en: string
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

  it('speaks one language in each text, and names dates instead of days', async () => {
    for (const { subject, contents, subject_en, contents_en } of await items()) {
      expect(subject_en).not.toMatch(/\p{Script=Hangul}/u)
      expect(subject).toMatch(/\p{Script=Hangul}/u)
      expect(subject + subject_en + contents + contents_en).not.toMatch(
        /\{\{|<section|공지일로부터|days (?:from|after) this notice/,
      )
    }
    expect(withDates('{{week 1, day 6}}', '2026-11-20T00:00:00Z', 'ko')).toBe('2026년 11월 28일 토요일')
    expect(withDates('{{week 3, day 3}}, {{days ago 1}}', '2026-11-17T00:00:00Z', 'en')).toBe(
      'Wednesday, December 9, 2026, Monday, November 16, 2026',
    )
    expect(withDates('{{week 1, day 1}}', '2026-11-22T16:00:00Z', 'en')).toBe('Monday, November 30, 2026')
    expect(withDates('{{days later 90}}', '2026-11-20T00:00:00Z', 'ko')).toBe('2027년 2월 18일 목요일')
  })
})

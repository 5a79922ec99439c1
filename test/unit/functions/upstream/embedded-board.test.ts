import { afterEach, expect, test } from 'vitest'
import { brands, shownBy } from '../../../../functions/brand/hosts.ts'
import type { Brand } from '../../../../functions/brand/schema.ts'
import { loadFirstContent } from '../../../../functions/cli/first-content.ts'
import {
  BOARD_GROUPS,
  BOARD_NAMES,
  type BoardItem,
  PARTNERSHIP_CATEGORY,
} from '../../../../functions/contract/board.ts'
import { publicItems } from '../../../../functions/database/board-item.ts'
import { isPublicFile } from '../../../../functions/database/content-file.ts'
import { embeddedBoard } from '../../../../functions/upstream/embedded/board.ts'
import { SqliteD1 } from '../../../support/sqlite-d1.ts'

const [own, partner] = brands
if (!own || !partner) throw new Error('The registry has no partner to try with.')
const group_uuid = BOARD_GROUPS.faq

const inKorean = ({ subject }: Pick<BoardItem, 'subject'>) => subject

async function boardsOfNewSite() {
  const DB = new SqliteD1().binding as D1Database
  await loadFirstContent(DB, new Date('2026-11-23T03:00:00Z'))
  const board = embeddedBoard({ DB })
  const call = ({ whiteLabel }: Brand) => ({ requestId: 'request', whiteLabel })
  return {
    DB,
    subjects: async (brand: Brand) => {
      const lists = BOARD_NAMES.map((name) => board.selectList({ group_uuid: BOARD_GROUPS[name] }, call(brand)))
      return (await Promise.all(lists)).flat().map(inKorean)
    },
    categories: async (brand: Brand) =>
      (await board.selectSubCategory({ group_uuid }, call(brand))).map(({ sub_category_id }) => sub_category_id),
    detail: (brand: Brand, board_uuid: string) => board.selectDetail({ board_uuid }, call(brand)),
    questions: (brand: Brand) => board.selectList({ group_uuid }, call(brand)),
  }
}

const ABOUT_RESELLING = [
  '파트너 프로그램 참여사 모집',
  '파트너사 실무 교육 과정 안내',
  '어떤 방식으로 협력할 수 있나요?',
]

test('the first content about reselling stands on the default brand alone', async () => {
  const { subjects } = await boardsOfNewSite()
  expect(await subjects(own)).toEqual(expect.arrayContaining(ABOUT_RESELLING))
  const onPartner = await subjects(partner)
  expect(onPartner.filter((subject) => ABOUT_RESELLING.includes(subject ?? ''))).toEqual([])
  expect(onPartner.length).toBeGreaterThan(40)
})

afterEach(() => Object.assign(partner.features, { partnershipForm: true }))

test('a brand without the partnership form has no question about it: not listed, not by its address, none of its files', async () => {
  const { DB, subjects, categories, detail, questions } = await boardsOfNewSite()
  const question = '제휴 제안은 어떻게 보내나요?'
  const id = (await questions(partner)).find((each) => inKorean(each) === question)?.board_uuid ?? ''
  expect(inKorean(await detail(partner, id))).toBe(question)
  expect(await categories(partner)).toContain(PARTNERSHIP_CATEGORY)
  const file = crypto.randomUUID()
  const name = `UPDATE board_item SET contents = contents || '<img src="/content/${file}/a.png">' WHERE board_uuid = ?`
  await DB.prepare(name).bind(id).run()
  const shows = (brand: Brand) => isPublicFile(DB, file, shownBy(brand.whiteLabel))
  expect([await shows(partner), await shows(own)]).toEqual([true, true])

  Object.assign(partner.features, { partnershipForm: false })
  expect(await categories(partner)).not.toContain(PARTNERSHIP_CATEGORY)
  expect(await subjects(partner)).not.toContain(question)
  await expect(detail(partner, id)).rejects.toMatchObject({ status: 404 })
  expect(inKorean(await detail(own, id))).toBe(question)
  expect([await shows(partner), await shows(own)]).toEqual([false, true])
})

test('the first content is public since its first day, as its version 1', async () => {
  const d1 = new SqliteD1()
  const count = await loadFirstContent(d1.binding as D1Database, new Date('2026-11-23T03:00:00Z'))
  const shown = d1.rows(
    `SELECT 1 FROM board_item JOIN board_version USING (board_uuid, version)
     WHERE version = 1 AND published_at = create_date AND withdrawn_at IS NULL AND published_at <= '2026-11-23T03:00:00Z'`,
  )
  expect(shown).toHaveLength(count)
})

test('the public list is read in its order from its index', async () => {
  const d1 = new SqliteD1()
  const prepared: string[] = []
  const db = { prepare: (sql: string) => (prepared.push(sql), (d1.binding as D1Database).prepare(sql)) } as D1Database
  await publicItems(db, group_uuid, { whiteLabel: 'default', without: null })
  const plan = d1.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${prepared[0]}`).map(({ detail }) => detail)
  expect(plan.join('; ')).toMatch(/SEARCH i USING INDEX board_item_in_order \(group_uuid=\?\)/)
  expect(plan.join('; ')).not.toContain('TEMP B-TREE')
})

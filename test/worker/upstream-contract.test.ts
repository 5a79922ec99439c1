import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOARD_GROUPS, type BoardDetail, type BoardItem, type SubCategory } from '../../functions/contract/board.ts'
import { type FakeBoards, sampleBoards } from '../support/boards.ts'
import type { FileRecord } from '../../functions/contract/attachments.ts'
import type { Receipt } from '../../functions/contract/inquiry-body.ts'
import { startFakeUpstream } from '../support/fake-upstream.ts'
import { pdf, PNG } from '../support/sample-files.ts'
import { seedEmbedded, type Site, startSite } from '../support/site.ts'
import { SALES, sendInquiry, upload } from '../support/visitor-calls.ts'

// One suite for both upstreams, which must give the same answers.

interface Stage {
  site: Site
  close(): Promise<void>
}

async function embedded(boards: Record<string, FakeBoards>): Promise<Stage> {
  const site = await startSite()
  for (const [whiteLabel, brandBoards] of Object.entries(boards))
    await seedEmbedded(site.env.DB, brandBoards, whiteLabel)
  return { site, close: () => site.close() }
}

async function remote(boards: Record<string, FakeBoards>): Promise<Stage> {
  const upstream = await startFakeUpstream()
  upstream.boards = new Map(Object.entries(boards))
  const site = await startSite({ upstream: upstream.origin })
  return {
    site,
    close: async () => {
      await site.close()
      await upstream.close()
    },
  }
}

const data = async <T>(answer: Response): Promise<T> => ((await answer.json()) as { data: T }).data

const HOSTILE =
  '<h1>제목</h1><p onclick="alert(1)" style="color:red">본문<script>alert(1)</script><a href="javascript:alert(1)">x</a></p>'

describe.each([
  ['embedded', embedded],
  ['remote', remote],
] as const)('the %s upstream', (_, open) => {
  let stage: Stage
  const list = async (body: object, host?: string) =>
    data<BoardItem[]>(await stage.site.call('board/selectList', { group_uuid: BOARD_GROUPS.notice, ...body }, host))

  beforeAll(async () => {
    const { entries, categories } = sampleBoards('default')
    const boards = {
      categories,
      entries: entries.map((entry) => ({ ...entry, subject_en: `${entry.board_uuid}`, contents_en: '<p>Text</p>' })),
    }
    const hostile = boards.entries.find((entry) => entry.board_uuid === 'default-notice-11')
    if (hostile) hostile.contents = HOSTILE
    stage = await open({ default: boards, 'partner-a': sampleBoards('partner-a', { notices: 2 }) })
  })
  afterAll(() => stage.close())

  test('gives the whole list of a board, newest first', async () => {
    const notices = await list({})
    expect(notices).toHaveLength(12)
    expect(notices.map((notice) => notice.create_date)).toEqual(
      notices
        .map((notice) => notice.create_date)
        .toSorted()
        .toReversed(),
    )
    expect(notices[0]).toEqual({
      board_uuid: 'default-notice-1',
      subject: 'default notice 1 안내',
      subject_en: 'default-notice-1',
      sub_category_name: '서비스',
      sub_category_en_name: 'Service',
      create_date: '2026-10-30T01:00:00.000Z',
      update_date: null,
      is_priority: false,
    })
  })

  test('keeps the boards apart and marks entries with priority', async () => {
    const questions = await list({ group_uuid: BOARD_GROUPS.faq })
    expect(questions.map((question) => question.is_priority)).toEqual([true, false, true, false, true, false])
  })

  test('searches subjects', async () => {
    expect((await list({ search_text: '7 안내' })).map((notice) => notice.board_uuid)).toEqual(['default-notice-7'])
    expect((await list({ search_text: 'NOTICE 12' })).map((notice) => notice.board_uuid)).toEqual(['default-notice-12'])
    expect(await list({ search_text: '%_' })).toEqual([])
  })

  test('gives an empty list for an unknown board or sub-category', async () => {
    expect(await list({ group_uuid: crypto.randomUUID() })).toEqual([])
    expect(await list({ sub_category_id: ['nowhere'] })).toEqual([])
  })

  test('names the sub-categories of a board in both languages', async () => {
    const categories = await data<SubCategory[]>(
      await stage.site.call('board/selectSubCategory', { group_uuid: BOARD_GROUPS.notice }),
    )
    expect(categories.map((category) => category.sub_category_name)).toEqual(['서비스', '행사'])
    expect(categories.map((category) => category.sub_category_en_name)).toEqual(['Service', 'Events'])
  })

  test('gives one entry with its contents', async () => {
    const detail = await data<BoardDetail>(
      await stage.site.call('board/selectDetail', { board_uuid: 'default-notice-2' }),
    )
    expect(detail).toEqual({
      subject: 'default notice 2 안내',
      subject_en: 'default-notice-2',
      contents: '<p lang="ko">default의 본문 2</p>',
      contents_en: '<p>Text</p>',
      sub_category_name: '행사',
      sub_category_en_name: 'Events',
      create_date: '2026-10-29T01:00:00.000Z',
      update_date: null,
    })
  })

  test('sanitises the HTML of an entry', async () => {
    const answer = await stage.site.call('board/selectDetail', { board_uuid: 'default-notice-11' })
    expect(await data<BoardDetail>(answer)).toMatchObject({
      contents: '<h2>제목</h2><p>본문<a rel="noopener noreferrer">x</a></p>',
    })
  })

  test('answers 404 for an entry that does not exist, or only for another brand', async () => {
    expect((await stage.site.call('board/selectDetail', { board_uuid: 'nowhere' })).status).toBe(404)
    expect((await stage.site.call('board/selectDetail', { board_uuid: 'partner-a-notice-1' })).status).toBe(404)
    expect(
      (await stage.site.call('board/selectDetail', { board_uuid: 'partner-a-notice-1' }, 'partner-a.example')).status,
    ).toBe(200)
  })

  test('shows a brand its own board', async () => {
    expect((await list({}, 'partner-a.localhost')).map((notice) => notice.board_uuid)).toEqual([
      'partner-a-notice-1',
      'partner-a-notice-2',
    ])
  })

  test('stores files with their names and gives them back', async () => {
    const answer = await upload(stage.site, [pdf('제안서.pdf', 200_000), new File([PNG], 'b.png')], {
      host: 'partner-a.example',
    })
    const reference = await data<string>(answer)
    const records = await data<FileRecord[]>(
      await stage.site.call('file/select', { file_id: reference }, 'partner-a.example'),
    )
    expect(records.map((record) => record.file_name)).toEqual(['제안서.pdf', 'b.png'])
    expect(new Set(records.map((record) => record.file_key)).size).toBe(2)
    const download = await stage.site.fetch(`http://partner-a.example/api/file/read/${records[1]?.file_key}/download`)
    expect(Buffer.from(await download.arrayBuffer()).equals(PNG)).toBe(true)
    expect(download.headers.get('content-type')).toBe('image/png')
    expect(download.headers.get('content-disposition')).toBe('attachment; filename="b.png"; filename*=UTF-8\'\'b.png')
  })

  test('answers 404 or 400 for unknown files', async () => {
    expect((await stage.site.fetch('/api/file/read/unknown/download')).status).toBe(404)
    expect((await stage.site.call('file/select', { file_id: '../x' })).status).toBe(400)
  })

  test('accepts an inquiry, and a repeated one only once', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const receipts = [
      await sendInquiry(stage.site, SALES, { headers }),
      await sendInquiry(stage.site, SALES, { headers }),
    ]
    expect(receipts.map(({ status }) => status)).toEqual([200, 200])
    const [first, second] = await Promise.all(receipts.map((answer) => data<Receipt>(answer)))
    expect(first).toEqual({ receipt: expect.any(String), state: 'delivered' })
    expect(second).toEqual(first)
  })

  test('is ready', async () => {
    const answer = await stage.site.fetch('/readyz')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      status: 'ready',
      checks: expect.arrayContaining([
        { name: 'upstream', ok: true },
        { name: 'ASSETS', ok: true },
      ]),
    })
  })
})

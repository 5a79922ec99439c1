import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FileRecord } from '../../functions/contract/file.ts'
import type { Receipt, ReceiptState } from '../../functions/contract/inquiry.ts'
import { changedBuild, type ChangedBuild } from '../support/changed-build.ts'
import { pdf } from '../support/sample-files.ts'
import { type Site, startSite } from '../support/site.ts'
import { PROPOSAL, SALES, sendInquiry, upload, valueOf } from '../support/visitor-calls.ts'

describe('an inquiry to the embedded upstream', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(() => site.close())

  const data = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data
  const objectKeys = async () => (await site.env.FILES.list()).objects.map(({ key }) => key)
  const rows = async () => (await site.env.DB.prepare('SELECT * FROM inquiry').all()).results
  const certificates = () =>
    site
      .logged()
      .filter((line): line is { receipt: string } => (line as { code?: unknown } | null)?.code === 'destroyed')

  /** Delivers a proposal with both its files and gives its receipt. */
  async function proposal(first?: string): Promise<string> {
    first ??= await data<string>(await upload(site, [pdf('제안.pdf', 500)]))
    const second = await data<string>(await upload(site, [pdf('profile.pdf', 600)]))
    const answer = await sendInquiry(site, {
      ...PROPOSAL,
      file_ref_id: first,
      file_ref_id_homepage: second,
    })
    expect(answer.status).toBe(200)
    return (await data<Receipt>(answer)).receipt
  }
  const process = (receipt: string, at: string) =>
    site.env.DB.prepare('UPDATE inquiry SET processed_at = ? WHERE receipt = ?').bind(at, receipt).run()

  test('is stored with every field and its files, and no staged copy is left', async () => {
    const reference = await data<string>(await upload(site, [pdf('제안.pdf', 500)]))
    const receipt = await proposal(reference)
    const row = (await rows()).find((candidate) => candidate.receipt === receipt)
    expect(row).toMatchObject({
      ...PROPOSAL,
      is_home_unite: 1,
      is_home_inquiry: 0,
      file_ref_id: valueOf(reference),
      file_ref_id_homepage: expect.any(String),
      title: expect.stringContaining('제휴 제안'),
    })
    const [record] = await data<FileRecord[]>(await site.call('file/select', { file_id: reference }))
    expect(record?.file_name).toBe('제안.pdf')
    expect(row?.contents).toContain(`https://www.vcp-x.example/api/file/read/${valueOf(record?.file_key)}.`)
    await vi.waitFor(async () => expect((await objectKeys()).every((key) => key.startsWith('files/'))).toBe(true), {
      timeout: 20_000,
    })
    const download = await site.fetch(`/api/file/read/${record?.file_key}/download`)
    expect([download.status, (await download.arrayBuffer()).byteLength]).toEqual([200, 500])
  })

  test('is destroyed with its files one month after processing, and the log says so once', async () => {
    const receipt = await proposal()
    const untouched = await proposal()
    await process(receipt, '2027-01-31T09:00:00.000Z')
    await site.scheduled(new Date('2027-02-28T08:59:00Z'))
    expect((await rows()).map((row) => row.receipt)).toContain(receipt)
    const before = (await objectKeys()).length
    await site.scheduled(new Date('2027-02-28T09:00:00Z'))
    expect((await data<ReceiptState>(await site.fetch(`/api/board/inquiry/${receipt}`))).state).toBe('destroyed')
    expect((await rows()).map((row) => row.receipt)).toEqual(expect.not.arrayContaining([receipt]))
    expect((await rows()).map((row) => row.receipt)).toContain(untouched)
    expect((await objectKeys()).length).toBe(before - 2)
    await site.scheduled(new Date('2027-02-28T10:00:00Z'))
    expect(certificates().filter((line) => line.receipt === receipt)).toEqual([
      expect.objectContaining({
        processed_at: '2027-01-31T09:00:00.000Z',
        destroyed_at: '2027-02-28T09:00:00.000Z',
        files: 2,
      }),
    ])
    expect(JSON.stringify(certificates())).not.toMatch(/홍길동|company\.example|010-1234/)
  })

  test('keeps a file that a second inquiry names too until that one is destroyed', async () => {
    const shared = await data<string>(await upload(site, [pdf('both.pdf', 500)]))
    const [one, other] = [await proposal(shared), await proposal(shared)]
    const stored = () =>
      site.env.DB.prepare('SELECT 1 AS n FROM file WHERE file_ref_id = ?').bind(valueOf(shared)).first<number>('n')
    await process(one, '2027-01-01T00:00:00.000Z')
    await site.scheduled(new Date('2027-02-01T00:00:00Z'))
    expect(await stored()).toBe(1)
    await process(other, '2027-01-01T00:00:00.000Z')
    await site.scheduled(new Date('2027-02-01T01:00:00Z'))
    expect(await stored()).toBeNull()
  })

  test('protects its files: files without an inquiry are deleted after a day', async () => {
    await proposal()
    expect((await upload(site, [pdf('orphan.pdf', 100)])).status).toBe(200)
    const count = async () =>
      (await site.env.DB.prepare('SELECT count(*) AS n FROM file').first<{ n: number }>())?.n ?? 0
    const before = await count()
    await site.scheduled(new Date(Date.now() + 23 * 3_600_000))
    expect(await count()).toBe(before)
    await site.scheduled(new Date(Date.now() + 25 * 3_600_000))
    expect(await count()).toBe(before - 1)
    expect((await objectKeys()).filter((key) => key.startsWith('files/'))).toHaveLength(before - 1)
  })

  test('that could not be delivered is destroyed one month after it was marked as processed', async () => {
    await site.env.DB.exec('ALTER TABLE inquiry RENAME TO inquiry_away')
    const answer = await sendInquiry(site, { ...SALES, subject: '비밀' })
    expect(answer.status).toBe(202)
    const { receipt } = await data<Receipt>(answer)
    await site.outboxSql(
      'vcp-x',
      'UPDATE inquiry SET accepted_at = accepted_at - ? WHERE receipt = ?',
      9 * 86_400_000,
      receipt,
    )
    const stateOf = async () => (await data<ReceiptState>(await site.fetch(`/api/board/inquiry/${receipt}`))).state
    await vi.waitFor(async () => expect(await stateOf()).toBe('undelivered'), { timeout: 50_000, interval: 250 })
    await site.env.DB.exec('ALTER TABLE inquiry_away RENAME TO inquiry')
    const deadLetter = await site.env.DB.prepare('SELECT payload FROM undelivered_inquiry WHERE receipt = ?')
      .bind(receipt)
      .first<{ payload: string }>()
    expect(deadLetter?.payload).toContain('비밀')

    await site.env.DB.prepare('UPDATE undelivered_inquiry SET processed_at = ?').bind('2027-03-01T00:00:00.000Z').run()
    await site.scheduled(new Date('2027-04-01T00:00:00Z'))
    expect((await site.env.DB.prepare('SELECT * FROM undelivered_inquiry').all()).results).toEqual([])
    expect(await site.outboxSql('vcp-x', 'SELECT state, payload FROM inquiry WHERE receipt = ?', receipt)).toEqual([
      { state: 'destroyed', payload: null },
    ])
    expect(certificates().map((line) => line.receipt)).toContain(receipt)
  })
})

describe('an inquiry of a partner that has been taken out of the brand registry', () => {
  let build: ChangedBuild
  let site: Site
  beforeAll(async () => {
    build = await changedBuild(/\.js$/, 'listOutboxes', 'brandIds = [];')
    site = await startSite({ configPath: build.configPath })
  })
  afterAll(async () => {
    await site.close()
    await build.remove()
  })

  test('keeps its files while it waits, and is destroyed where it is', async () => {
    const host = 'partner-a.example'
    await site.env.DB.exec('ALTER TABLE inquiry RENAME TO inquiry_away')
    await site.env.DB.exec('ALTER TABLE file RENAME TO file_away')
    const uploaded = await upload(site, [pdf('waits.pdf', 500)], { host })
    const { held } = (await uploaded.json()) as { held: string }
    const answer = await sendInquiry(site, { ...SALES, held_files: [held] }, { host })
    expect([uploaded.status, answer.status]).toEqual([502, 202])
    const { data } = (await answer.json()) as { data: Receipt }
    const copy = () =>
      site.env.DB.prepare('SELECT receipt, state FROM undelivered_inquiry WHERE receipt = ?').bind(data.receipt).first()
    await vi.waitFor(async () => expect(await copy()).not.toBeNull(), { timeout: 20_000 })
    const staged = async () => (await site.env.FILES.list({ prefix: 'held/' })).objects.length
    const files = await staged()
    expect(files).toBeGreaterThan(0)

    await site.scheduled(new Date(Date.now() + 49 * 3_600_000))
    expect(await staged()).toBe(files)
    expect(await copy()).not.toBeNull()

    await site.env.DB.prepare('UPDATE undelivered_inquiry SET processed_at = ?').bind('2027-03-01T00:00:00.000Z').run()
    await site.scheduled(new Date('2027-04-01T00:00:00Z'))
    expect(await copy()).toBeNull()
    expect(await site.outboxSql('partner-a', 'SELECT state, payload FROM inquiry')).toEqual([
      { state: 'destroyed', payload: null },
    ])
    expect(await staged()).toBe(0)
  })
})

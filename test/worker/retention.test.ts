import { CorePaths } from 'miniflare'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileRecord } from '../../functions/contract/attachments.ts'
import type { Receipt, ReceiptState } from '../../functions/contract/inquiry-body.ts'
import { monthsAfter, PROCESSED_MONTHS, UNMARKED_MONTHS } from '../../functions/contract/retention.ts'
import type { LogEntry } from '../../functions/database/admin-log.ts'
import { readInquiryRow } from '../../functions/database/inquiry-row.ts'
import { ADMIN_TOKEN, signIn } from '../support/operator.ts'
import { addInquiry, listedInquiry, processedAt, WAITING } from '../support/inquiry-row.ts'
import { pdf } from '../support/sample-files.ts'
import { type Site, startSite } from '../support/site.ts'
import { siteWithUpstream } from '../support/site-with-upstream.ts'
import { PROPOSAL, SALES, sendInquiry, upload, valueOf } from '../support/visitor-calls.ts'

const { is_home_unite: _unite, is_home_inquiry: _inquiry, ...CONTENTS } = PROPOSAL

describe('an inquiry to the embedded upstream', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite({ vars: { ADMIN_TOKEN } })
  })
  afterAll(() => site.close())

  const data = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data
  const objectKeys = async () => (await site.env.FILES.list({ prefix: 'files/' })).objects.map(({ key }) => key)
  const rowOf = (receipt: string) => readInquiryRow(site.env.DB, receipt)
  const isStored = async (receipt: string) => (await rowOf(receipt))?.state === 'new'
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
  const process = async (receipt: string, at: string) => {
    await expect.poll(() => isStored(receipt)).toBe(true)
    await processedAt(site, receipt, at, monthsAfter(new Date(at), PROCESSED_MONTHS).toISOString())
  }

  test('is stored with every field, and each of its files once', async () => {
    const reference = await data<string>(await upload(site, [pdf('제안.pdf', 500)]))
    const receipt = await proposal(reference)
    const row = await listedInquiry(site.env.DB, receipt)
    expect(row).toMatchObject({
      ...CONTENTS,
      is_home_unite: true,
      file_ref_id: valueOf(reference),
      file_ref_id_homepage: expect.any(String),
      title: expect.stringContaining('제휴 제안'),
    })
    const [record] = await data<FileRecord[]>(await site.call('file/select', { file_id: reference }))
    expect(record?.file_name).toBe('제안.pdf')
    expect(row?.contents).toContain(`https://www.vcp-x.example/api/file/read/${valueOf(record?.file_key)}.`)
    expect(await objectKeys()).toHaveLength(2)
    const download = await site.fetch(`/api/file/read/${record?.file_key}/download`)
    expect([download.status, (await download.arrayBuffer()).byteLength]).toEqual([200, 500])
  })

  test('is destroyed with its files one month after processing, and the log says so once', async () => {
    const receipt = await proposal()
    const untouched = await proposal()
    await process(receipt, '2027-01-31T09:00:00.000Z')
    await site.scheduled(new Date('2027-02-28T08:59:00Z'))
    expect((await rowOf(receipt))?.content).toBe(PROPOSAL.content)
    const before = (await objectKeys()).length
    await site.scheduled(new Date('2027-02-28T09:00:00Z'))
    const told = await data<ReceiptState>(await site.fetch(`/api/board/inquiry/${receipt}`))
    expect(told).toEqual({
      state: 'destroyed',
      kind: 'partnership',
      accepted_at: expect.any(String),
      delivered_at: expect.any(String),
      processed_at: '2027-01-31T09:00:00.000Z',
      destroyed_at: expect.any(String),
    })
    expect(await rowOf(receipt)).toMatchObject({
      state: 'destroyed',
      content: null,
      user_name: null,
      file_ref_id: null,
    })
    expect((await rowOf(untouched))?.content).toBe(PROPOSAL.content)
    const { entries } = await (await signIn(site)).ask<{ entries: LogEntry[] }>('GET', '/api/admin/log')
    expect(entries).toContainEqual(expect.objectContaining({ actor: 'clock', action: 'destroy', subject: receipt }))
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
      site.env.DB.prepare('SELECT 1 AS n FROM upload WHERE reference = ?').bind(valueOf(shared)).first<number>('n')
    await process(one, '2027-01-01T00:00:00.000Z')
    await site.scheduled(new Date('2027-02-01T00:00:00Z'))
    expect(await stored()).toBe(1)
    await process(other, '2027-01-01T00:00:00.000Z')
    await site.scheduled(new Date('2027-02-01T01:00:00Z'))
    expect(await stored()).toBeNull()
  })

  test('is destroyed although another one that is due cannot be, which is tried again', async () => {
    const stuck = await proposal()
    const due = await proposal()
    await process(stuck, '2027-01-01T00:00:00.000Z')
    await process(due, '2027-01-02T00:00:00.000Z')
    // Its signals cannot be read.
    const setSignals = (text: string) =>
      site.env.DB.prepare('UPDATE inquiry SET spam_signals = ? WHERE receipt = ?').bind(text, stuck).run()
    await setSignals('[')
    await site.scheduled(new Date('2027-02-02T00:00:00Z'))
    expect((await rowOf(due))?.state).toBe('destroyed')
    expect((await rowOf(stuck))?.state).toBe('processed')
    expect(site.logged()).toContainEqual(expect.objectContaining({ code: 'not-destroyed', receipt: stuck }))
    await setSignals('[]')
    await site.scheduled(new Date('2027-02-02T01:00:00Z'))
    expect((await rowOf(stuck))?.state).toBe('destroyed')
    expect(certificates().filter(({ receipt }) => receipt === stuck)).toHaveLength(1)
  })

  test('protects its files: files without an inquiry are deleted within a day', async () => {
    await proposal()
    expect((await upload(site, [pdf('orphan.pdf', 100)])).status).toBe(200)
    const count = async () =>
      (await site.env.DB.prepare('SELECT count(*) AS n FROM file').first<{ n: number }>())?.n ?? 0
    const before = await count()
    await site.scheduled(new Date(Date.now() + 22 * 3_600_000))
    expect(await count()).toBe(before)
    await site.scheduled(new Date(Date.now() + 23.1 * 3_600_000))
    expect(await count()).toBe(before - 1)
    expect(await objectKeys()).toHaveLength(before - 1)
  })

  test('that nobody marks ends a year after its acceptance, and operators are told a month before; one that waits or failed never ends', async () => {
    const day = 86_400_000
    const acceptedAt = Date.now() - 340 * day
    const unmarked = '0d9e4a1c-0000-4000-8000-00000000000b'
    const waits = {
      queued: '0d9e4a1c-0000-4000-8000-00000000000c',
      undelivered: '0d9e4a1c-0000-4000-8000-00000000000d',
    }
    const operator = await signIn(site)
    expect(await operator.page('/admin')).not.toContain('that will soon be destroyed')

    await addInquiry(site.env.DB, { receipt: unmarked, acceptedAt })
    for (const state of ['queued', 'undelivered'] as const)
      await addInquiry(
        site.env.DB,
        { receipt: waits[state], acceptedAt: acceptedAt - 400 * day, delivery: WAITING },
        { state },
      )
    expect(await operator.page('/admin')).toContain(
      'that will soon be destroyed: 1. Each is destroyed with its files 12 months after',
    )
    expect(await operator.page('/admin', 'ko')).toContain('곧 파기되는 문의가 1건 있습니다. 접수 후 12개월 동안')

    const end = monthsAfter(new Date(acceptedAt), UNMARKED_MONTHS).getTime()
    await site.scheduled(new Date(end - 60_000))
    expect((await rowOf(unmarked))?.state).toBe('new')
    await site.scheduled(new Date(end + 60_000))
    expect(await rowOf(unmarked)).toMatchObject({ state: 'destroyed', content: null, user_name: null })
    expect(certificates().map(({ receipt }) => receipt)).toContain(unmarked)
    for (const state of ['queued', 'undelivered'] as const)
      expect(await rowOf(waits[state])).toMatchObject({ state, content: SALES.content })
    expect(await operator.page('/admin')).not.toContain('that will soon be destroyed')
  })

  test('outlives a request that fires the clock and names a later time', async () => {
    const receipt = await proposal()
    expect((await upload(site, [pdf('unsent.pdf', 100)])).status).toBe(200)
    await process(receipt, new Date().toISOString())
    const before = await objectKeys()
    // `npm start` answers the same at /cdn-cgi/handler/scheduled.
    const query = new URLSearchParams({ cron: '17 * * * *', time: String(Date.now() + 400 * 86_400_000) })
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    const fired = await site.fetch(`http://127.0.0.1${CorePaths.SCHEDULED}?${query}`, { headers })
    expect([fired.status, await fired.text()]).toEqual([200, 'ok'])
    expect((await rowOf(receipt))?.content).toBe(PROPOSAL.content)
    expect(await objectKeys()).toEqual(before)
  })
})

describe('an inquiry to a remote upstream that is down', () => {
  const both = siteWithUpstream({ ADMIN_TOKEN })

  test('keeps its files while it waits, and is destroyed with them one month after it was marked as processed', async () => {
    const { site, upstream } = both
    upstream.faults.set('*', { kind: 'status', status: 503 })
    const uploaded = await upload(site, [pdf('waits.pdf', 500)])
    const { held } = (await uploaded.json()) as { held: string }
    const answer = await sendInquiry(site, { ...SALES, held_files: [held] })
    expect([uploaded.status, answer.status]).toEqual([502, 202])
    const { receipt } = ((await answer.json()) as { data: Receipt }).data
    const row = () => readInquiryRow(site.env.DB, receipt)
    const staged = async () => (await site.env.FILES.list({ prefix: 'files/' })).objects.length
    expect([(await row())?.state, await staged()]).toEqual(['queued', 1])

    await site.scheduled(new Date(Date.now() + 49 * 3_600_000))
    expect(await staged()).toBe(1)
    expect((await row())?.content).toBe(SALES.content)

    await site.sql('UPDATE inquiry SET tried_since = tried_since - ?', 9 * 86_400_000)
    await site.endPauses()
    await expect.poll(async () => (await row())?.state).toBe('undelivered')
    await site.scheduled(new Date('2027-04-01T00:00:00Z'))
    expect((await row())?.content).toBe(SALES.content)

    await processedAt(site, receipt, '2027-03-01T00:00:00.000Z', '2027-04-01T00:00:00.000Z')
    await site.scheduled(new Date('2027-04-01T00:00:00Z'))
    expect(await row()).toMatchObject({ state: 'destroyed', content: null, staged: null })
    expect(await staged()).toBe(0)
  })
})

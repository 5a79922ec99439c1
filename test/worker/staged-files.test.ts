import { describe, expect, test, vi } from 'vitest'
import type { Receipt, ReceiptState } from '../../functions/contract/inquiry-body.ts'
import type { Problem } from '../../functions/contract/problem.ts'
import { readInquiryRow } from '../../functions/database/inquiry-row.ts'
import { processedAt } from '../support/inquiry-row.ts'
import { pdf } from '../support/sample-files.ts'
import { siteWithUpstream } from '../support/site-with-upstream.ts'
import { PROPOSAL, SALES, sendInquiry, upload, valueOf } from '../support/visitor-calls.ts'

const DOWN = { kind: 'status', status: 503 } as const
const PATIENT = { timeout: 60_000, interval: 250 }

describe('files whose upload failed', () => {
  const both = siteWithUpstream({ UPSTREAM_TIMEOUT_MS: '5000' })

  /** Makes an upload fail and gives the id under which its files are staged. */
  async function stage(names: string[], field = 'files'): Promise<string> {
    both.upstream.faults.set('file/upload', DOWN)
    const problem = (await (
      await upload(
        both.site,
        names.map((name) => pdf(name, 3000)),
        { field },
      )
    ).json()) as Problem
    return String(problem.held)
  }
  const send = async (body: object) => ((await (await sendInquiry(both.site, body)).json()) as { data: Receipt }).data
  const stateOf = async (receipt: string) =>
    ((await (await both.site.fetch(`/api/board/inquiry/${receipt}`)).json()) as { data: ReceiptState }).data.state
  const delivered = async (receipt: string) => {
    await both.site.endPauses()
    await vi.waitFor(async () => expect(await stateOf(receipt)).toBe('delivered'), PATIENT)
  }
  const objectKeys = async () => (await both.site.env.FILES.list({ prefix: 'files/' })).objects.map(({ key }) => key)
  const minutes = (count: number) => count * 60_000
  const deliveredBody = () => both.upstream.inquiries[0]?.body ?? {}

  test('are delivered with their inquiry, and deleted from R2 then', async () => {
    const id = await stage(['보고서.pdf', 'b.pdf'])
    const { receipt, state } = await send({ ...SALES, held_files: [id] })
    expect(state).toBe('queued')
    expect(both.upstream.callsOf('board/inquiry')).toEqual([])
    both.upstream.faults.clear()
    await delivered(receipt)
    const reference = String(deliveredBody().file_ref_id)
    expect(both.upstream.files.get(reference)?.map(({ part }) => part.filename)).toEqual(['보고서.pdf', 'b.pdf'])
    expect(deliveredBody()).not.toHaveProperty('held_files')
    expect(deliveredBody().file_ref_id_homepage).toBeNull()
    for (const { key } of both.upstream.files.get(reference) ?? [])
      expect(deliveredBody().contents).toContain(`https://www.vcp-x.example/api/file/read/${key}.`)
    await vi.waitFor(async () => expect(await objectKeys()).toEqual([]), PATIENT)
  })

  test('of a partnership get the reference of their own field', async () => {
    const profile = await stage(['profile.pdf'], 'profile_file')
    const proposal = await stage(['proposal.pdf'], 'proposal_file')
    const { receipt } = await send({ ...PROPOSAL, held_files: [profile, proposal] })
    both.upstream.faults.clear()
    await delivered(receipt)
    const nameOf = (reference: unknown) => both.upstream.files.get(String(reference))?.[0]?.part.filename
    expect(nameOf(deliveredBody().file_ref_id)).toBe('proposal.pdf')
    expect(nameOf(deliveredBody().file_ref_id_homepage)).toBe('profile.pdf')
  })

  test('delay an inquiry for ten minutes at most; then it is delivered without them, names them and their place, and they stay', async () => {
    const { receipt } = await send({ ...SALES, held_files: [await stage(['잃어버린 <파일>.pdf'])] })
    await both.site.sql(
      "UPDATE inquiry SET delivery = json_set(delivery, '$.waitedMs', ?) WHERE receipt = ?",
      minutes(11),
      receipt,
    )
    await delivered(receipt)
    expect(deliveredBody()).toMatchObject({
      file_ref_id: null,
      contents: expect.stringContaining('잃어버린 &lt;파일&gt;.pdf'),
    })
    expect(deliveredBody().contents).toContain(`https://www.vcp-x.example/admin/inquiries/${receipt}`)
    await both.site.scheduled(new Date(Date.now() + 48 * 3_600_000))
    expect(await objectKeys()).toHaveLength(1)
    const row = () => readInquiryRow(both.site.env.DB, receipt)
    await vi.waitFor(
      async () => expect(await row()).toMatchObject({ state: 'delivered', staged: expect.stringContaining('files/') }),
      PATIENT,
    )
    await processedAt(both.site, receipt, '2027-03-01T00:00:00.000Z', '2027-04-01T00:00:00.000Z')
    await both.site.scheduled(new Date('2027-04-01T00:00:00Z'))
    expect(await objectKeys()).toEqual([])
    // A receipt's state is cached for a moment.
    await vi.waitFor(async () => expect(await stateOf(receipt)).toBe('destroyed'), PATIENT)
  })

  test('are delivered with their inquiry also where the whole upstream was down for hours', async () => {
    const id = await stage(['late.pdf'])
    both.upstream.faults.set('*', DOWN)
    const { receipt } = await send({ ...SALES, held_files: [id] })
    await both.site.sql('UPDATE inquiry SET tried_since = tried_since - ? WHERE receipt = ?', minutes(180), receipt)
    await both.site.endPauses()
    await vi.waitFor(() => expect(both.upstream.callsOf('file/upload').length).toBeGreaterThan(1), PATIENT)
    both.upstream.faults.clear()
    await delivered(receipt)
    expect(both.upstream.files.get(String(deliveredBody().file_ref_id))?.[0]?.part.filename).toBe('late.pdf')
  })

  test('that are lost after their inquiry was accepted are named, without delay', async () => {
    const id = await stage(['gone.pdf'])
    const { receipt } = await send({ ...SALES, held_files: [id] })
    await both.site.env.FILES.delete(`files/${valueOf(id)}/000`)
    both.upstream.faults.clear()
    await delivered(receipt)
    expect(deliveredBody().contents).toContain('gone.pdf')
  })

  test('that two inquiries name arrive with both, and are gone for a third', async () => {
    const id = await stage(['shared.pdf'])
    const body = { ...SALES, held_files: [id] }
    const first = await send(body)
    both.upstream.faults.set('board/inquiry', DOWN)
    const second = await send({ ...body, subject: 'From a duplicated tab' })
    both.upstream.faults.clear()
    await delivered(first.receipt)
    await delivered(second.receipt)
    expect(
      both.upstream.inquiries.map(
        ({ body: sent }) => both.upstream.files.get(String(sent.file_ref_id))?.[0]?.part.filename,
      ),
    ).toEqual(['shared.pdf', 'shared.pdf'])
    await vi.waitFor(async () => expect(await objectKeys()).toEqual([]), PATIENT)
    const third = await sendInquiry(both.site, { ...body, subject: 'Too late' })
    expect([third.status, await third.json()]).toMatchObject([400, { errors: [{ field: 'held_files' }] }])
  })

  test('are swept within a day where no inquiry was sent, and not where one is queued', async () => {
    const queued = await stage(['queued.pdf'])
    const orphan = await stage(['orphan.pdf'])
    both.upstream.faults.clear()
    expect((await upload(both.site, [pdf('sent.pdf', 100)])).status).toBe(200)
    const forwarded = (await (await upload(both.site, [pdf('forwarded.pdf', 100)])).json()) as { data: string }
    both.upstream.faults.set('*', DOWN)
    const { receipt } = await send({ ...SALES, held_files: [queued] })
    await send({ ...SALES, subject: 'By reference', file_ref_id: forwarded.data })
    await both.site.scheduled(new Date(Date.now() + 22 * 3_600_000))
    expect(await objectKeys()).toContain(`files/${valueOf(orphan)}/000`)
    await both.site.scheduled(new Date(Date.now() + 23.1 * 3_600_000))
    const [row] = await both.site.sql('SELECT id FROM upload WHERE reference = ?', valueOf(forwarded.data))
    const kept = [`files/${valueOf(queued)}/000`, `files/${String(row?.id)}/000`]
    expect(await objectKeys()).toEqual(kept.toSorted())
    both.upstream.faults.clear()
    await delivered(receipt)
    await vi.waitFor(() => expect(both.upstream.inquiries).toHaveLength(2), PATIENT)
    for (const { body } of both.upstream.inquiries) expect(body.file_ref_id).not.toBeNull()
  })

  test('do not delay other inquiries', async () => {
    const id = await stage(['a.pdf'])
    for (let count = 0; count < 8; count++) await send({ ...SALES, subject: `waiting ${count}`, held_files: [id] })
    both.upstream.faults.set('board/inquiry', DOWN)
    const { receipt } = await send(SALES)
    both.upstream.faults.delete('board/inquiry')
    await delivered(receipt)
    expect(both.upstream.inquiries.map(({ body }) => body.subject)).toEqual([SALES.subject])
  })
})

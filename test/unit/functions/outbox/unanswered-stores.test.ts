import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY, MINUTE, objects, outboxUnderTest, payload, r2, stage } from '../../../support/outbox-under-test.ts'

const withUpload = (id: string) => ({ inquiry: { ...payload.inquiry, held_files: [id] }, uploads: [id] })
const withReference = { inquiry: { ...payload.inquiry, file_ref_id: 'reference' } }

const site = outboxUnderTest()
const pass = (ms: number) => site.runUntil(Date.now() + ms)

const answers = (isUploadTaken: boolean) =>
  site.upstream.mockImplementation(async (url) => {
    if (url.endsWith('/upload'))
      return isUploadTaken ? Response.json({ data: 'id' }) : new Response(null, { status: 500 })
    return Response.json({ data: url.endsWith('/select') ? [{ file_key: 'key', file_name: 'a.pdf' }] : [] })
  })
const lastSent = () =>
  JSON.parse(String(site.upstream.mock.calls.findLast(([url]) => url.endsWith('/inquiry'))?.[1].body)) as Record<
    string,
    string
  >

beforeEach(() => {
  objects.clear()
  // The deadline of the stores is soon over.
  const later = setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((act, ms) => later(act, ms === 15_000 ? 60 : ms))
})

describe('a call of D1 that is never answered', () => {
  test('keeps no row from D1 once it works again', async () => {
    answers(true)
    site.d1.state = 'waits'
    const first = await site.accept('first')
    site.d1.state = 'works'
    const second = await site.accept('second')
    await pass(3 * MINUTE)
    expect([site.rowOf(first.receipt)?.state, site.rowOf(second.receipt)?.state]).toEqual(['delivered', 'delivered'])
  })

  test('before a delivery, of what signs its links, delays no other inquiry, and is destroyed when an operator says so', async () => {
    answers(true)
    site.d1.state = 'waits'
    const signed = []
    for (const key of ['a', 'b', 'c']) signed.push((await site.accept(key, withReference)).receipt)
    site.d1.state = 'works'
    const { receipt } = await site.accept('plain')
    await pass(MINUTE)
    expect(await site.stateOf(receipt)).toBe('delivered')
    for (const each of signed) expect(await site.stateOf(each)).toBe('delivered')
    expect(await site.outbox.destroy(signed[0] ?? '')).toBe('done')
  })
})

describe('R2 that', () => {
  test.each(['fails', 'never answers'] as const)('%s keeps no other row of the brand from D1', async (state) => {
    answers(false)
    stage('upload', 'a.pdf')
    await site.accept('files', withUpload('upload'))
    await pass(MINUTE / 2)
    r2.state = state
    await pass(2 * MINUTE)
    const { receipt } = await site.accept('plain')
    await pass(3 * MINUTE)
    expect(site.rowOf(receipt)?.state).toBe('delivered')
  })

  test('never answers for a while keeps no inquiry whose files are staged', async () => {
    answers(false)
    const receipts = []
    for (const id of ['one', 'two', 'three']) {
      stage(id, 'a.pdf')
      if (id === 'three') r2.state = 'works'
      receipts.push((await site.accept(id, withUpload(id))).receipt)
      if (id === 'two') {
        r2.state = 'never answers'
        await pass(5000)
      }
    }
    answers(true)
    await pass(3 * MINUTE)
    for (const receipt of receipts) expect(await site.stateOf(receipt)).toBe('delivered')
    expect(site.upstream.mock.calls.filter(([url]) => url.endsWith('/upload'))).toHaveLength(3)
  })

  test('fails for longer than an inquiry waits for its files leaves it with its operator, who finds them', async () => {
    answers(true)
    stage('upload', 'a.pdf')
    const { receipt } = await site.accept('files', withUpload('upload'))
    r2.state = 'fails'
    await pass(20 * MINUTE)
    expect(await site.stateOf(receipt)).toBe('delivered')
    expect(lastSent().contents).toContain(`/admin/inquiries/${receipt}`)
    r2.state = 'works'
    await pass(DAY)
    expect(site.rowOf(receipt)?.staged).toContain('a.pdf')
  })
})

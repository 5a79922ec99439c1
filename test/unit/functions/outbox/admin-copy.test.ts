import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MINUTE, objects, outboxUnderTest, payload, stage } from '../../../support/outbox-under-test.ts'

describe('the copy in D1', () => {
  const it = outboxUnderTest()
  const { accept, answer, rowOf, runUntil, stateOf, upstream } = it
  const upload = '11111111-1111-4111-8111-111111111111'
  const withFile = { inquiry: { ...payload.inquiry, held_files: [upload] }, uploads: [upload] }
  beforeEach(() => {
    objects.clear()
    stage(upload, 'report.pdf')
  })

  const addCopy = (receipt: string, state: string, brand = 'vcp-x') =>
    it.d1.rows(
      `INSERT INTO undelivered_inquiry (receipt, accepted_at, white_label, payload, brand_id, state)
         VALUES (?, '2026-11-22T00:00:00.000Z', 'default', ?, ?, ?)
         ON CONFLICT (receipt) DO UPDATE SET state = excluded.state`,
      receipt,
      JSON.stringify(payload),
      brand,
      state,
    )

  test('goes with the delivery of an inquiry that came while another one tested a failing upstream', async () => {
    await accept('first')
    const { receipt } = await accept('second')
    expect(rowOf(receipt)).toMatchObject({ state: 'queued', attempts: 0 })
    answer(200)
    await runUntil(2 * MINUTE)
    expect([await stateOf(receipt), rowOf(receipt)]).toEqual(['delivered', null])
  })

  test('goes with the delivery of an inquiry whose staged files were taken at the first try', async () => {
    upstream.mockImplementation(async (url) => Response.json({ data: url.endsWith('/upload') ? 'reference' : [] }))
    const { receipt } = await accept('key', withFile)
    expect(rowOf(receipt)).toMatchObject({ state: 'queued', attempts: 0 })
    await runUntil(MINUTE)
    expect([await stateOf(receipt), rowOf(receipt)]).toEqual(['delivered', null])
  })

  test('goes where the inquiry is delivered while the copy is on its way', async () => {
    await accept('other')
    it.d1.state = 'waits'
    const { receipt } = await it.outbox.accept('key', payload)
    answer(200)
    vi.setSystemTime(MINUTE)
    await it.outbox.alarm()
    await expect.poll(() => stateOf(receipt)).toBe('delivered')
    it.d1.state = 'works'
    it.d1.release()
    await it.disk.idle()
    expect(rowOf(receipt)).toBeNull()
  })

  test('names a file that came after its inquiry was undelivered', async () => {
    answer(400)
    const { receipt } = await accept('key')
    await runUntil(60 * MINUTE)
    expect(await stateOf(receipt)).toBe('undelivered')
    await accept('key', withFile)
    await runUntil(62 * MINUTE)
    expect(rowOf(receipt)).toMatchObject({ state: 'undelivered', payload: expect.stringContaining('report.pdf') })
  })

  test('comes right within the hour where it is not as its inquiry, and stays where the inquiry is not known', async () => {
    answer(400)
    const { receipt: undelivered } = await accept('undelivered')
    await runUntil(60 * MINUTE)
    answer(200)
    const { receipt: delivered } = await accept('delivered')
    const { receipt: destroyed } = await accept('destroyed')
    await it.outbox.destroy(destroyed)
    await it.disk.idle()
    // As an earlier build has left them behind, or a process that ended has written them late.
    for (const receipt of [undelivered, delivered, destroyed, 'not known']) addCopy(receipt, 'queued')
    addCopy('of another brand', 'queued', 'partner-a')
    await it.outbox.hourly(Date.now())
    await it.disk.idle()
    expect([delivered, destroyed].map(rowOf)).toEqual([null, null])
    expect(rowOf(undelivered)).toMatchObject({ state: 'undelivered', attempts: 3 })
    expect(['not known', 'of another brand'].map(rowOf)).toMatchObject([{ state: 'queued' }, { state: 'queued' }])
  })

  test('is none in an outbox that was never used, whose hourly run leaves no row in D1', async () => {
    await it.outbox.hourly(Date.now())
    await it.disk.idle()
    expect([it.d1.rows('SELECT * FROM outbox'), it.disk.alarm]).toEqual([[], null])
  })

  test('comes right an hour later where D1 fails meanwhile', async () => {
    answer(200)
    const { receipt } = await accept('key')
    addCopy(receipt, 'queued')
    it.d1.state = 'fails'
    await it.outbox.hourly(Date.now())
    it.d1.state = 'works'
    await it.outbox.hourly(Date.now())
    await it.disk.idle()
    expect(rowOf(receipt)).toBeNull()
  })
})

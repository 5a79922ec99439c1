import { beforeEach, describe, expect, test, vi } from 'vitest'
import { outboxDisk } from '../../../support/outbox-disk.ts'
import {
  DAY,
  env,
  MINUTE,
  objects,
  Outbox,
  outboxUnderTest,
  payload,
  stage,
  receiptFor,
} from '../../../support/outbox-under-test.ts'

describe('the row of an inquiry in D1', () => {
  const it = outboxUnderTest()
  const { accept, answer, rowOf, runUntil, stateOf } = it
  const upload = '11111111-1111-4111-8111-111111111111'
  const withFile = { inquiry: { ...payload.inquiry, held_files: [upload] }, uploads: [upload] }
  beforeEach(() => {
    objects.clear()
    stage(upload, 'report.pdf')
  })

  /** As the release before this one writes. */
  const addOldCopy = (receipt: string, brand = 'vcp-x') =>
    it.d1.rows(
      `INSERT INTO undelivered_inquiry (receipt, accepted_at, white_label, payload, brand_id, state)
         VALUES (?, '2026-11-22T00:00:00.000Z', 'default', ?, ?, 'queued')`,
      receipt,
      JSON.stringify(payload),
      brand,
    )

  test('of one that is delivered at once never has contents', async () => {
    answer(200)
    it.d1.rows(
      "CREATE TRIGGER seen AFTER INSERT ON inquiry_record WHEN NEW.subject IS NOT NULL BEGIN SELECT raise(ABORT, 'contents'); END",
    )
    const { receipt } = await accept('key', { locale: 'en' })
    expect(rowOf(receipt)).toMatchObject({ state: 'delivered', kind: 'sales', locale: 'en', subject: null, version: 2 })
  })

  test('is written when the first attempt has ended, or after the time that a visitor waits', async () => {
    await accept('first')
    const { receipt } = await accept('second')
    expect(rowOf(receipt)).toBeNull()
    await runUntil(6000)
    expect(rowOf(receipt)).toMatchObject({ state: 'queued', subject: 'Hello', content: 'x' })
    answer(200)
    await runUntil(2 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(rowOf(receipt)).toMatchObject({ state: 'delivered', subject: null, content: null, inquiry_mail: null })
  })

  test('is written with those of other inquiries of the same time, and not in a call of its own', async () => {
    const { receipt } = await accept('finds that the upstream is down')
    const before = it.d1.calls
    const receipts: string[] = []
    for (let at = 0; at < 200; at += 5) {
      await runUntil(at)
      receipts.push((await accept(`key at ${at}`)).receipt)
    }
    await runUntil(300)
    for (const one of [receipt, ...receipts]) expect(rowOf(one)).toMatchObject({ state: 'queued' })
    expect(it.d1.calls - before).toBeLessThan(10)
  })

  test('bears the brand of the outbox also where a call that does not say its name has begun the process', async () => {
    const nameless = (disk = it.disk) => new Outbox({ ...disk.boot(), id: {} } as never, env(it.d1))
    answer(200)
    const outbox = nameless()
    const { receipt } = await receiptFor(outbox.accept('key', payload))
    await it.disk.idle()
    expect(rowOf(receipt)).toMatchObject({ brand_id: 'vcp-x', state: 'delivered' })
    expect(() => nameless(outboxDisk())).toThrow('name')
  })

  test('loses its contents where the inquiry is delivered while the row is on its way', async () => {
    await accept('other')
    it.d1.state = 'waits'
    const { receipt } = await receiptFor(it.outbox.accept('key', payload))
    answer(200)
    vi.setSystemTime(MINUTE)
    await it.outbox.alarm()
    await expect.poll(() => stateOf(receipt)).toBe('delivered')
    it.d1.state = 'works'
    it.d1.release()
    await it.disk.idle()
    expect(rowOf(receipt)).toMatchObject({ state: 'delivered', subject: null })
  })

  test('names a file that came after its inquiry was undelivered', async () => {
    answer(400)
    const { receipt } = await accept('key')
    await runUntil(60 * MINUTE)
    expect(await stateOf(receipt)).toBe('undelivered')
    await accept('key', withFile)
    await runUntil(62 * MINUTE)
    expect(rowOf(receipt)).toMatchObject({ state: 'undelivered', staged: expect.stringContaining('report.pdf') })
  })

  test('is given to what the release before has left behind, and keeps the marks of that release', async () => {
    answer(400)
    const { receipt: undelivered } = await accept('undelivered')
    await runUntil(60 * MINUTE)
    answer(200)
    const { receipt: delivered } = await accept('delivered')
    for (const receipt of [undelivered, delivered, 'not known']) addOldCopy(receipt)
    addOldCopy('of another brand', 'partner-a')
    const at = '2026-11-22T10:00:00.000Z'
    it.d1.rows('UPDATE undelivered_inquiry SET processed_at = ? WHERE receipt = ?', at, undelivered)
    await it.outbox.hourly(Date.now())
    await it.disk.idle()
    expect(rowOf(delivered)).toMatchObject({ carried: 0, state: 'delivered', subject: null })
    expect(rowOf(undelivered)).toMatchObject({
      carried: 0,
      state: 'processed',
      processed_at: at,
      destroy_at: '2026-12-22T10:00:00.000Z',
      attempts: 3,
    })
    expect(await stateOf('not known')).toBe('undelivered')
    expect(rowOf('not known')).toMatchObject({ carried: 0, version: 2, subject: 'Hello' })
    expect(rowOf('of another brand')).toMatchObject({ carried: 1, version: 0 })
    expect(it.d1.rows('SELECT receipt FROM undelivered_inquiry ORDER BY 1')).toEqual(
      [...['not known', 'of another brand'].map((receipt) => ({ receipt })), { receipt: undelivered }].toSorted(
        (one, other) => (one.receipt < other.receipt ? -1 : 1),
      ),
    )
  })

  test('is none in an outbox that was never used, whose hourly run leaves no row in D1', async () => {
    await it.outbox.hourly(Date.now())
    await it.disk.idle()
    expect([it.d1.rows('SELECT * FROM outbox'), it.disk.alarm]).toEqual([[], null])
  })

  test('comes right an hour later where D1 fails meanwhile', async () => {
    answer(200)
    const { receipt } = await accept('key')
    addOldCopy(receipt)
    it.d1.state = 'fails'
    await it.outbox.hourly(Date.now())
    it.d1.state = 'works'
    await it.outbox.hourly(Date.now())
    await it.disk.idle()
    expect(rowOf(receipt)).toMatchObject({ carried: 0, subject: null })
  })

  test('goes with its entry a year after the inquiry has ended, while D1 works', async () => {
    answer(200)
    const { receipt } = await accept('key')
    await it.outbox.hourly(364 * DAY)
    expect([await stateOf(receipt), rowOf(receipt)]).toEqual(['delivered', expect.anything()])
    it.d1.state = 'fails'
    await it.outbox.hourly(366 * DAY)
    expect(await stateOf(receipt)).toBe('delivered')
    it.d1.state = 'works'
    await it.outbox.hourly(366 * DAY)
    expect([await it.outbox.stateOf(receipt), rowOf(receipt)]).toEqual([null, null])
  })

  test.each([
    ['processed', 'markProcessed' as const],
    ['just destroyed', 'destroy' as const],
  ])('stays a year and longer with its entry while the inquiry is %s', async (_, deed) => {
    answer(200)
    const { receipt } = await accept('key')
    vi.setSystemTime(300 * DAY)
    await it.outbox[deed](receipt)
    await it.outbox.hourly(400 * DAY)
    expect([await it.outbox.stateOf(receipt), rowOf(receipt)]).toEqual([expect.anything(), expect.anything()])
  })

  test('is left alone where it is of another brand, and says so', async () => {
    const { receipt } = await accept('key')
    await runUntil(MINUTE)
    it.d1.rows("UPDATE inquiry_record SET brand_id = 'partner-a' WHERE receipt = ?", receipt)
    answer(200)
    await runUntil(3 * MINUTE)
    expect(rowOf(receipt)).toMatchObject({ brand_id: 'partner-a', state: 'queued' })
    expect(it.logged()).toContainEqual(expect.objectContaining({ level: 'error', code: 'record' }))
  })
})

describe('the row of an inquiry that the embedded upstream receives', () => {
  const it = outboxUnderTest({ UPSTREAM_URL: '' })
  const { accept, rowOf, runUntil, stateOf } = it

  test('has its contents with the delivery, which is not told before D1 has them', async () => {
    const { receipt } = await accept('key')
    expect(rowOf(receipt)).toMatchObject({
      state: 'new',
      version: 2,
      subject: 'Hello',
      contents: expect.stringContaining('Hello'),
    })
    it.d1.state = 'loses the answer'
    const { receipt: other } = await accept('other')
    expect([await stateOf(other), rowOf(other)?.state]).toEqual(['queued', 'queued'])
    it.d1.state = 'works'
    await runUntil(MINUTE)
    expect([await stateOf(other), rowOf(other)?.state]).toEqual(['delivered', 'new'])
  })

  test('keeps them and its mark over the year, because nobody has ended it', async () => {
    const { receipt } = await accept('key')
    await it.outbox.hourly(400 * DAY)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(rowOf(receipt)).toMatchObject({ state: 'new', subject: 'Hello' })
  })
})

import { describe, expect, test, vi } from 'vitest'
import { UNDO_MS } from '../../../../functions/contract/possible-deeds.ts'
import { parseEnv } from '../../../../functions/env.ts'
import { receiptDates } from '../../../../functions/inquiry/receipt-dates.ts'
import { env, MINUTE, objects, outboxUnderTest, payload, receiptFor } from '../../../support/outbox-under-test.ts'

describe('what operators do with an inquiry', () => {
  const it = outboxUnderTest()
  const { accept, answer, rowOf, runUntil, stateOf, upstream } = it
  const delivered = async () => {
    answer(200)
    return (await accept('key')).receipt
  }

  test('shows in D1 when it is done', async () => {
    const receipt = await delivered()
    vi.setSystemTime(Date.UTC(2026, 0, 31, 12))
    expect(await it.outbox.markProcessed(receipt)).toBe('done')
    expect(rowOf(receipt)).toMatchObject({
      state: 'processed',
      processed_at: '2026-01-31T12:00:00.000Z',
      destroy_at: '2026-02-28T12:00:00.000Z',
    })
    expect(await it.outbox.undo(receipt)).toBe('done')
    expect(rowOf(receipt)).toMatchObject({ state: 'delivered', processed_at: null, destroy_at: null })
  })

  test('is told by the receipt: when it will be destroyed until it is, and when it was processed after that too', async () => {
    const receipt = await delivered()
    vi.setSystemTime(Date.UTC(2026, 0, 31, 12))
    await it.outbox.markProcessed(receipt)
    const told = () => receiptDates(parseEnv(env(it.d1)), receipt, 'r')
    const processed_at = '2026-01-31T12:00:00.000Z'
    expect(await told()).toEqual({ processed_at, destroy_at: '2026-02-28T12:00:00.000Z' })
    await it.outbox.destroy(receipt)
    expect(await told()).toEqual({ processed_at })
  })

  test('calls it spam, which counts as processed and is taken back with the mark', async () => {
    answer(200)
    const { receipt } = await accept('key', { remarks: ['hasty'] })
    expect(await it.outbox.markProcessed(receipt, true)).toBe('done')
    expect(rowOf(receipt)).toMatchObject({ state: 'processed', spam_signals: '["hasty","marked"]' })
    expect(await it.outbox.undo(receipt)).toBe('done')
    expect(rowOf(receipt)).toMatchObject({ state: 'delivered', spam_signals: '["hasty"]' })
  })

  test('that is delivered stays counted as delivered when it is destroyed', async () => {
    const receipt = await delivered()
    expect(await it.outbox.counts()).toMatchObject({ accepted: 1, delivered: 1, everDelivered: 1, destroyed: 0 })
    expect(await it.outbox.destroy(receipt)).toBe('done')
    expect(await it.outbox.counts()).toMatchObject({ accepted: 1, delivered: 0, everDelivered: 1, destroyed: 1 })
    answer(503)
    const waiting = await accept('waits')
    expect(await it.outbox.destroy(waiting.receipt)).toBe('done')
    expect(await it.outbox.counts()).toMatchObject({ accepted: 2, everDelivered: 1, destroyed: 2 })
  })

  test('has it kept as long as its own consent says, and without one as long as the specification says', async () => {
    answer(200)
    vi.setSystemTime(Date.UTC(2026, 7, 31, 12))
    const { receipt } = await accept('six months', { processedMonths: 6 })
    const ofOlderBuild = (await accept('older')).receipt
    for (const one of [receipt, ofOlderBuild]) expect(await it.outbox.markProcessed(one)).toBe('done')
    expect(rowOf(receipt)).toMatchObject({ processed_months: 6, destroy_at: '2027-02-28T12:00:00.000Z' })
    expect(rowOf(ofOlderBuild)).toMatchObject({ processed_months: null, destroy_at: '2026-09-30T12:00:00.000Z' })
  })

  test('is refused where its state does not allow it, as for the second of two operators', async () => {
    const receipt = await delivered()
    expect([await it.outbox.retry(receipt), await it.outbox.undo(receipt)]).toEqual(['refused', 'refused'])
    expect(await it.outbox.markProcessed(receipt)).toBe('done')
    expect(await it.outbox.markProcessed(receipt)).toBe('refused')
    vi.setSystemTime(Date.now() + UNDO_MS)
    expect(await it.outbox.undo(receipt)).toBe('refused')
    expect(await it.outbox.destroy(receipt)).toBe('done')
    for (const deed of ['destroy', 'markProcessed', 'undo', 'retry'] as const)
      expect(await it.outbox[deed](receipt)).toBe('refused')
    expect(await it.outbox.destroy('unknown')).toBe('unknown')
  })

  test('is refused for one that waits for its delivery', async () => {
    const { receipt } = await accept('key')
    expect(await it.outbox.markProcessed(receipt)).toBe('refused')
  })

  test('is done while D1 fails, and shows when D1 is back', async () => {
    const receipt = await delivered()
    it.d1.state = 'fails'
    expect(await it.outbox.markProcessed(receipt)).toBe('done')
    expect(rowOf(receipt)).toMatchObject({ state: 'delivered' })
    it.d1.state = 'works'
    await runUntil(2 * MINUTE)
    expect(rowOf(receipt)).toMatchObject({ state: 'processed' })
  })

  test('waits for D1 no longer than a visitor waits', async () => {
    const receipt = await delivered()
    it.d1.state = 'waits'
    expect(await it.outbox.markProcessed(receipt)).toBe('done')
    it.d1.state = 'works'
    it.d1.release()
    await it.disk.idle()
    expect(rowOf(receipt)).toMatchObject({ state: 'processed' })
  })

  test('waits for an attempt before it destroys, so that nothing is sent after the certificate', async () => {
    let end: (response: Response) => void = () => undefined
    upstream.mockImplementation(() => new Promise((resolve) => (end = resolve)))
    const { receipt } = await receiptFor(it.outbox.accept('key', payload))
    let result: string | null = null
    const destroyed = it.outbox.destroy(receipt).then((done) => (result = done))
    await new Promise((done) => setTimeout(done, 20))
    expect([result, objects.has(`certificates/${receipt}`), await stateOf(receipt)]).toEqual([null, false, 'queued'])
    end(new Response(null, { status: 503 }))
    await destroyed
    expect([result, objects.has(`certificates/${receipt}`), await stateOf(receipt)]).toEqual([
      'done',
      true,
      'destroyed',
    ])
    await runUntil(60 * MINUTE)
    expect(upstream).toHaveBeenCalledTimes(1)
  })

  test('takes over the mark that the release before this one has made, and takes it back', async () => {
    answer(400)
    const { receipt } = await accept('key')
    await runUntil(60 * MINUTE)
    it.d1.rows(
      `UPDATE inquiry_record SET carried = 1, state = 'processed', processed_at = ?, destroy_at = '2026-12-22T00:00:00.000Z' WHERE receipt = ?`,
      new Date().toISOString(),
      receipt,
    )
    expect(await it.outbox.undo(receipt)).toBe('done')
    expect(rowOf(receipt)).toMatchObject({ carried: 0, state: 'undelivered', processed_at: null, destroy_at: null })
  })

  test('is possible with a row whose entry was purged', async () => {
    const receipt = await delivered()
    it.d1.rows("UPDATE inquiry_record SET state = 'new', subject = 'Hello', contents = 'x' WHERE receipt = ?", receipt)
    it.disk.db.prepare('DELETE FROM inquiry WHERE receipt = ?').run(receipt)
    expect(await it.outbox.markProcessed(receipt)).toBe('done')
    expect(rowOf(receipt)).toMatchObject({ state: 'processed', subject: 'Hello' })
    expect(await it.outbox.destroy(receipt)).toBe('done')
    expect(rowOf(receipt)).toMatchObject({ state: 'destroyed', subject: null })
    const { accepted, delivered: left, destroyed } = await it.outbox.counts()
    expect([accepted, left, destroyed]).toEqual([1, 0, 1])
  })
})

describe('a destruction', () => {
  const files = env({ binding: {} } as never).FILES as unknown as { put(key: string): Promise<void> }
  let meanwhile: () => Promise<void> = async () => undefined
  const it = outboxUnderTest({
    FILES: {
      ...files,
      list: async () => ({ objects: [] }),
      put: async (key: string) => {
        await meanwhile()
        await files.put(key)
      },
    },
  })

  test('waits for an attempt that begins while its certificate is written', async () => {
    it.answer(400)
    const { receipt } = await it.accept('key')
    await it.runUntil(60 * MINUTE)
    expect(await it.stateOf(receipt)).toBe('undelivered')
    let end: (response: Response) => void = () => undefined
    it.upstream.mockReset().mockImplementation(() => new Promise((resolve) => (end = resolve)))
    meanwhile = async () => {
      void it.outbox.retry(receipt)
      await vi.waitFor(() => expect(it.upstream).toHaveBeenCalledTimes(1))
    }
    let result: string | null = null
    const destroyed = it.outbox.destroy(receipt).then((done) => (result = done))
    await vi.waitFor(() => expect(objects.has(`certificates/${receipt}`)).toBe(true))
    meanwhile = async () => undefined
    await new Promise((done) => setTimeout(done, 20))
    expect([result, await it.stateOf(receipt)]).toEqual([null, 'queued'])
    end(new Response(null, { status: 503 }))
    await destroyed
    expect([result, await it.stateOf(receipt)]).toEqual(['done', 'destroyed'])
    await it.runUntil(120 * MINUTE)
    expect(it.upstream).toHaveBeenCalledTimes(1)
  })
})

describe("what operators do with an inquiry of the site's own upstream", () => {
  const it = outboxUnderTest({ UPSTREAM_URL: '', UPSTREAM_DELIVERY_TIMEOUT_MS: '50' })

  test('destroys it for good while an attempt is late', async () => {
    it.d1.state = 'waits'
    const { receipt } = await receiptFor(it.outbox.accept('key', payload))
    await expect.poll(() => it.disk.rows('SELECT attempts FROM inquiry')).toEqual([{ attempts: 1 }])
    await new Promise((done) => setTimeout(done, 20))
    // The copy arrives before the attempt. Its deadline has passed, and it reads the row to write it again.
    it.d1.release(true)
    await expect.poll(() => it.d1.hasWaiting).toBe(true)
    expect(it.rowOf(receipt)).toMatchObject({ state: 'queued', version: 2, subject: 'Hello' })
    it.d1.state = 'works'
    expect(await it.outbox.destroy(receipt)).toBe('done')
    it.d1.release()
    await it.disk.idle()
    await new Promise((done) => setTimeout(done, 20))
    expect(it.rowOf(receipt)).toMatchObject({ state: 'destroyed', title: null, subject: null, inquiry_mail: null })
  })
})

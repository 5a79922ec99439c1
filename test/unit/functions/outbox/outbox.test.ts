import { describe, expect, test, vi } from 'vitest'
import { DAY, MINUTE, outboxUnderTest, payload, socket, receiptFor } from '../../../support/outbox-under-test.ts'

/** Calls in ten minutes. New inquiries and those that have failed are counted apart. */
const EVERY_FOUR_SECONDS = 150

describe('the outbox', () => {
  const it = outboxUnderTest()
  const { alarmAt, runUntil, leap, accept, stateOf, rowOf, sentKeys, start, answer, logged, upstream } = it

  test('sets its alarm again where it was lost with the previous process', async () => {
    await accept('key')
    it.disk.alarm = null
    await start()
    expect(it.disk.alarm).not.toBeNull()
  })

  test('never has an inquiry without an alarm: both are stored in one step', async () => {
    const stored = () => it.disk.rows("SELECT receipt FROM inquiry WHERE key = 'key'").length > 0
    expect(it.disk.alarm).toBeNull()
    const accepted = it.outbox.accept('key', payload)
    // A process may end wherever it waits for something.
    while (!stored()) await Promise.resolve()
    expect(it.disk.alarm).not.toBeNull()
    await accepted
  })

  test('answers the visitor before a slow upstream has, and calls it once', async () => {
    let done: (response: Response) => void = () => undefined
    upstream.mockImplementation(() => new Promise((resolve) => (done = resolve)))
    const receipt = await receiptFor(it.outbox.accept('key', payload))
    expect(receipt.state).toBe('queued')
    vi.setSystemTime(20_000)
    await it.outbox.alarm()
    done(new Response())
    await it.disk.idle()
    expect(await stateOf(receipt.receipt)).toBe('delivered')
    await runUntil(60 * MINUTE)
    expect(upstream).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['loses the connection', () => upstream.mockRejectedValue(new Error('Network connection lost.')), true],
    ['does not answer in time', () => upstream.mockRejectedValue(new DOMException('', 'TimeoutError')), true],
    ['is behind a proxy that answers 520', () => answer(520), true],
    ['is behind a proxy that answers 524', () => answer(524), true],
  ])('repeats an inquiry at most five times where the upstream %s, and then tells the operator', async (_, fail) => {
    fail()
    const { receipt } = await accept('key')
    for (let day = 0; day < 9; day++) await leap()
    expect(upstream).toHaveBeenCalledTimes(6)
    expect(await stateOf(receipt)).toBe('undelivered')
    expect(logged()).toContainEqual(expect.objectContaining({ level: 'error', code: 'undelivered', undelivered: 1 }))
    expect(rowOf(receipt)).toMatchObject({ brand_id: 'vcp-x', state: 'undelivered', attempts: 6 })
  })

  test.each([
    ['refuses the connection', () => upstream.mockRejectedValue(new Error('Network connection lost.'))],
    ['answers 408', () => answer(408)],
    ['answers 429', () => answer(429)],
    ['answers 500', () => answer(500)],
    ['answers 504', () => answer(504)],
    ['answers 521', () => answer(521)],
    ['answers 522', () => answer(522)],
    ['answers 523', () => answer(523)],
  ])('delivers within 120 s of the return of an upstream that %s for seven days', async (_, fail) => {
    answer(200)
    await accept('before')
    socket.opens = false
    fail()
    const { receipt } = await accept('key')
    await runUntil(5 * MINUTE)
    await alarmAt(7 * DAY)
    expect(await stateOf(receipt)).toBe('queued')
    answer(200)
    await runUntil(7 * DAY + 120_000)
    expect(await stateOf(receipt)).toBe('delivered')
  })

  test('names an inquiry to the upstream by its receipt on every try, never by the key of its client', async () => {
    const { receipt } = await accept('key')
    await runUntil(MINUTE)
    answer(200)
    await runUntil(3 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(sentKeys().length).toBeGreaterThan(2)
    expect(new Set(sentKeys())).toEqual(new Set([receipt]))
  })

  test.each([400, 401, 413])('tries an inquiry that is answered %i three times within an hour', async (status) => {
    answer(status)
    const { receipt } = await accept('key')
    await runUntil(60 * MINUTE)
    expect(upstream).toHaveBeenCalledTimes(3)
    expect(await stateOf(receipt)).toBe('undelivered')
    await leap()
    expect(upstream).toHaveBeenCalledTimes(3)
  })

  test('takes an attempt that a dead process began for one with unknown outcome', async () => {
    upstream.mockImplementation(() => new Promise(() => undefined))
    const { receipt } = await receiptFor(it.outbox.accept('key', payload))
    vi.setSystemTime(1000)
    it.disk.kill()
    await start()
    expect(await it.outbox.history(receipt)).toContainEqual(
      expect.objectContaining({ event: 'attempt', detail: 'The attempt was interrupted.' }),
    )
    answer(200)
    await it.disk.idle()
    await it.outbox.alarm()
    expect(upstream).toHaveBeenCalledTimes(1)
  })

  test('tries one inquiry at a time while the upstream is down, and all once it answers', async () => {
    for (let index = 0; index < 30; index++) await accept(`key-${index}`)
    const before = upstream.mock.calls.length
    expect(before).toBeLessThan(10)
    let atOnce = 0
    let most = 0
    upstream.mockImplementation(async () => {
      most = Math.max(most, ++atOnce)
      await Promise.resolve()
      atOnce--
      return new Response(null, { status: 503 })
    })
    await runUntil(10 * MINUTE)
    expect(most).toBe(1)
    expect(upstream.mock.calls.length - before).toBeLessThanOrEqual(2 * EVERY_FOUR_SECONDS)
    answer(200)
    await runUntil(12 * MINUTE)
    expect(await it.outbox.counts()).toMatchObject({ accepted: 30, queued: 0, delivered: 30 })
    expect(new Set(sentKeys()).size).toBe(30)
  })

  test('asks an upstream that is down once a second at most, however many inquiries arrive', async () => {
    for (let index = 0; index < 1200; index++) {
      await accept(`key-${index}`)
      vi.setSystemTime(Date.now() + 100)
    }
    expect(upstream.mock.calls.length).toBeLessThanOrEqual(120)
    expect(await it.outbox.counts()).toMatchObject({ accepted: 1200, queued: 1200 })
  })

  test('lets an inquiry that the upstream always fails on delay no other', async () => {
    const poisoned = (init: RequestInit) => String(init.body).includes('poison')
    upstream.mockImplementation(async (_, init) => new Response(null, { status: poisoned(init) ? 500 : 200 }))
    await accept('key', { inquiry: { ...payload.inquiry, subject: 'poison' } })
    for (let index = 0; index < 10; index++) {
      vi.setSystemTime(Date.now() + 20_000)
      await accept(`key-${index}`)
      await runUntil(Date.now() + 5000)
    }
    expect(await it.outbox.counts()).toMatchObject({ queued: 1, delivered: 10 })
  })

  test('lets sixty such inquiries delay no other, and tries them on their own', async () => {
    const poisoned = (init: RequestInit) => String(init.body).includes('poison')
    upstream.mockImplementation(async (_, init) => new Response(null, { status: poisoned(init) ? 500 : 200 }))
    const poison = { inquiry: { ...payload.inquiry, subject: 'poison' } }
    for (let index = 0; index < 60; index++) {
      vi.setSystemTime(Date.now() + 3000)
      await accept(`poison-${index}`, poison)
    }
    await runUntil(Date.now() + 10 * MINUTE)
    const waits: number[] = []
    for (let index = 0; index < 5; index++) {
      const [at, { receipt }] = [Date.now(), await accept(`key-${index}`)]
      while ((await stateOf(receipt)) !== 'delivered') await runUntil(Date.now() + 1000)
      waits.push(Date.now() - at)
      await runUntil(Date.now() + 5 * MINUTE)
    }
    expect(Math.max(...waits)).toBeLessThan(120_000)
    expect(await it.outbox.counts()).toMatchObject({ queued: 60, delivered: 5 })
    const before = upstream.mock.calls.length
    await runUntil(Date.now() + 10 * MINUTE)
    expect(upstream.mock.calls.length - before).toBeLessThanOrEqual(EVERY_FOUR_SECONDS)
    answer(200)
    await runUntil(Date.now() + 120_000)
    expect(await it.outbox.counts()).toMatchObject({ queued: 0, delivered: 65 })
  })

  test('sends an undelivered inquiry again at the word of the operator, once', async () => {
    answer(400)
    const { receipt } = await accept('key')
    await runUntil(60 * MINUTE)
    answer(503)
    expect(await it.outbox.retry(receipt)).toBe('done')
    expect(rowOf(receipt)).toMatchObject({ state: 'queued' })
    await runUntil(63 * MINUTE)
    expect(await stateOf(receipt)).toBe('queued')
    expect((await it.outbox.history(receipt)).filter(({ event }) => event === 'retried')).toHaveLength(1)
    answer(200)
    await runUntil(66 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(rowOf(receipt)).toMatchObject({ state: 'delivered', subject: null })
    expect((await it.outbox.history(receipt)).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['accepted', 'attempt', 'undelivered', 'retried', 'delivered']),
    )
  })

  test('accepts and delivers while D1 fails, and writes its rows and its own name when D1 is back', async () => {
    it.d1.state = 'fails'
    const { receipt } = await accept('key')
    const { receipt: other } = await accept('other')
    answer(200)
    await runUntil(2 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    answer(503)
    const { receipt: third } = await accept('third')
    it.d1.state = 'works'
    await runUntil(4 * MINUTE)
    expect(rowOf(third)).toMatchObject({ brand_id: 'vcp-x', state: 'queued' })
    for (const one of [receipt, other]) expect(rowOf(one)).toMatchObject({ state: 'delivered', subject: null })
    expect(it.d1.rows('SELECT brand_id FROM outbox')).toEqual([{ brand_id: 'vcp-x' }])
  })

  test('tells the operator once a minute at most that its oldest inquiry waits for more than 15 minutes', async () => {
    await accept('key')
    await runUntil(15 * MINUTE)
    expect(logged()).toEqual([])
    await runUntil(20 * MINUTE)
    const delayed = logged().filter(({ code }) => code === 'delayed')
    expect(delayed.length).toBeGreaterThan(1)
    expect(delayed.length).toBeLessThanOrEqual(6)
    expect(delayed[0]).toMatchObject({ level: 'error', queued: 1, last_failure: expect.stringContaining('503') })
    expect(Number(delayed[0]?.oldest_queued_seconds)).toBeGreaterThanOrEqual(900)
  })
})

describe('the outbox of an upstream behind the platform itself, which refuses to connect there', () => {
  const it = outboxUnderTest({ UPSTREAM_URL: 'https://behind-the-platform.example' })

  test('takes a lost connection for an unknown outcome', async () => {
    socket.opens = false
    it.upstream.mockRejectedValue(new Error('Network connection lost.'))
    const { receipt } = await it.accept('key')
    for (let day = 0; day < 9; day++) await it.leap()
    expect(it.upstream).toHaveBeenCalledTimes(6)
    expect(await it.stateOf(receipt)).toBe('undelivered')
  })
})

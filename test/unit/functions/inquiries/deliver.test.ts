import { describe, expect, test, vi } from 'vitest'
// First: it stands for the modules of workerd.
import { DAY, HOUR, inquiry, MINUTE, siteUnderTest, socket } from '../../../support/site-under-test.ts'
import { claimNext } from '../../../../functions/database/inquiry-claim.ts'
import { beginPause, endPause } from '../../../../functions/database/restore-pause.ts'
import { listedInquiry } from '../../../support/inquiry-row.ts'
import { sendAgain } from '../../../../functions/inquiries/mark.ts'
import { readInquiry } from '../../../../functions/inquiries/read-inquiry.ts'

describe('an inquiry to a remote upstream', () => {
  const site = siteUnderTest()
  const { accept, answer, counts, history, leap, logged, minute, rowOf, runUntil, sentKeys, stateOf, upstream } = site

  test('is told as delivered where the upstream takes it at once, and its contents go', async () => {
    answer(200)
    const { receipt, state } = await accept('key')
    expect(state).toBe('delivered')
    expect(rowOf(receipt)).toMatchObject({ state: 'delivered', subject: null, content: null, attempts: 1 })
    expect(site.d1.rows('SELECT delivery, search_grams FROM inquiry')).toEqual([{ delivery: null, search_grams: null }])
  })

  test('is told as queued before a slow upstream has answered, which is called once', async () => {
    let done: (response: Response) => void = () => undefined
    upstream.mockImplementation(() => new Promise((resolve) => (done = resolve)))
    const { receipt, state } = await site.send('key')
    expect(state).toBe('queued')
    vi.setSystemTime(10_000)
    done(new Response())
    await site.idle()
    expect(await stateOf(receipt)).toBe('delivered')
    await runUntil(HOUR)
    expect(upstream).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['loses the connection', () => upstream.mockRejectedValue(new Error('Network connection lost.'))],
    ['does not answer in time', () => upstream.mockRejectedValue(new DOMException('', 'TimeoutError'))],
    ['is behind a proxy that answers 520', () => answer(520)],
    ['is behind a proxy that answers 524', () => answer(524)],
  ])('is repeated five times in a day where the upstream %s, and then the operator is told', async (_, fail) => {
    fail()
    const { receipt } = await accept('key')
    await runUntil(23 * HOUR)
    expect(upstream).toHaveBeenCalledTimes(5)
    expect(await stateOf(receipt)).toBe('queued')
    await runUntil(25 * HOUR)
    expect(await stateOf(receipt)).toBe('undelivered')
    for (let day = 0; day < 9; day++) await leap()
    expect(upstream).toHaveBeenCalledTimes(6)
    expect(logged()).toContainEqual(expect.objectContaining({ level: 'error', code: 'undelivered' }))
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
  ])('is delivered within 120 s of the return of an upstream that %s for seven days', async (_, fail) => {
    answer(200)
    await accept('before')
    socket.opens = false
    fail()
    const { receipt } = await accept('key')
    await runUntil(5 * MINUTE)
    for (let day = 0; day < 7; day++) await leap()
    expect(await stateOf(receipt)).toBe('queued')
    answer(200)
    await runUntil(Date.now() + 120_000)
    expect(await stateOf(receipt)).toBe('delivered')
  })

  test('is undelivered where the upstream is down for longer, and stays with what was typed', async () => {
    const { receipt } = await accept('key')
    for (let day = 0; day < 9; day++) await leap()
    expect(rowOf(receipt)).toMatchObject({ state: 'undelivered', subject: 'Hello', content: 'x' })
    expect(logged()).toContainEqual(expect.objectContaining({ level: 'error', code: 'undelivered' }))
    const tries = upstream.mock.calls.length
    vi.setSystemTime(900 * DAY)
    await minute()
    await site.hour()
    expect(rowOf(receipt)).toMatchObject({ state: 'undelivered', subject: 'Hello', content: 'x' })
    expect(upstream).toHaveBeenCalledTimes(tries)
  })

  test('is named to the upstream by its receipt on every try, never by the key of its client', async () => {
    const { receipt } = await accept('key')
    await runUntil(3 * MINUTE)
    answer(200)
    await runUntil(5 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(sentKeys().length).toBeGreaterThan(2)
    expect(new Set(sentKeys())).toEqual(new Set([receipt]))
  })

  test.each([400, 401, 413])('that is answered %i is tried three times within an hour', async (status) => {
    answer(status)
    const { receipt } = await accept('key')
    await runUntil(HOUR)
    expect(upstream).toHaveBeenCalledTimes(3)
    expect(await stateOf(receipt)).toBe('undelivered')
    await leap()
    expect(upstream).toHaveBeenCalledTimes(3)
  })

  test('whose attempt ends with its process has an unknown outcome', async () => {
    upstream.mockImplementation(() => new Promise(() => undefined))
    const { receipt } = await site.send('key')
    site.restart()
    answer(200)
    await minute()
    expect(upstream).toHaveBeenCalledTimes(1)
    await runUntil(2 * MINUTE)
    expect(await history(receipt)).toContainEqual(
      expect.objectContaining({ event: 'attempt', detail: 'The attempt was interrupted.' }),
    )
    await runUntil(4 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(upstream).toHaveBeenCalledTimes(2)
  })

  test('that the upstream takes while D1 loses the answer of the attempt is repeated as one of unknown outcome', async () => {
    upstream.mockImplementation(async () => {
      site.d1.state = 'fails'
      return new Response()
    })
    const { receipt } = await site.accept('key')
    site.d1.state = 'works'
    answer(200)
    expect(await stateOf(receipt)).toBe('queued')
    await runUntil(3 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(upstream).toHaveBeenCalledTimes(2)
    expect(site.d1.rows('SELECT unknowns FROM inquiry')).toEqual([{ unknowns: 1 }])
  })

  test('that was not sent because its files were looked up slowly has no unknown outcome, and is tried again', async () => {
    upstream.mockImplementation(async (url) => {
      if (!url.endsWith('file/select')) return new Response()
      vi.setSystemTime(Date.now() + 8000)
      return Response.json({ data: [] })
    })
    const { receipt } = await accept('key', { inquiry: { file_ref_id: 'reference' } })
    for (let run = 0; run < 9; run++) await leap(MINUTE)
    expect(sentKeys()).toEqual([])
    expect(site.d1.rows('SELECT state, unknowns FROM inquiry')).toEqual([{ state: 'queued', unknowns: 0 }])
    expect(await history(receipt)).toContainEqual(
      expect.objectContaining({ event: 'attempt', detail: 'Too little time was left to send it.' }),
    )
    upstream.mockImplementation(async () => Response.json({ data: [] }))
    await leap(MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(sentKeys()).toEqual([receipt])
  })

  test('waits while another knocks at an upstream that is down, and all follow once it answers', async () => {
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
    expect(upstream.mock.calls.length - before, 'Ten in a minute.').toBeLessThanOrEqual(100)
    answer(200)
    await runUntil(12 * MINUTE)
    expect(counts()).toEqual({ delivered: 30 })
    expect(new Set(sentKeys()).size).toBe(30)
  })

  test('knocks once in five seconds at most while the upstream is down, however many arrive', async () => {
    for (let index = 0; index < 600; index++) {
      await accept(`key-${index}`)
      vi.setSystemTime(Date.now() + 100)
    }
    expect(upstream.mock.calls.length).toBeLessThanOrEqual(13)
    expect(counts()).toEqual({ queued: 600 })
  })

  /** Ten attempts without an answer end a run, and each inquiry is due again behind the others. */
  const itsTurn = (others: number) => (others / 10 + 1) * MINUTE

  test('has its turn behind sixty on which the upstream always fails', async () => {
    const isPoison = (init: RequestInit) => String(init.body).includes('poison')
    upstream.mockImplementation(async (_, init) => new Response(null, { status: isPoison(init) ? 500 : 200 }))
    for (let index = 0; index < 60; index++) {
      vi.setSystemTime(Date.now() + 3000)
      await accept(`poison-${index}`, { inquiry: { subject: 'poison' } })
    }
    await runUntil(Date.now() + 10 * MINUTE)
    for (let index = 0; index < 5; index++) {
      const { receipt } = await accept(`key-${index}`)
      await runUntil(Date.now() + itsTurn(60))
      expect(await stateOf(receipt)).toBe('delivered')
    }
    expect(counts()).toEqual({ queued: 60, delivered: 5 })
    answer(200)
    await runUntil(Date.now() + 120_000)
    expect(counts()).toEqual({ delivered: 65 })
  })

  test('that was never tried is not delayed by sixty before it on which the upstream always fails, once it takes another', async () => {
    const isPoison = (init: RequestInit) => String(init.body).includes('poison')
    upstream.mockImplementation(async (_, init) => new Response(null, { status: isPoison(init) ? 503 : 200 }))
    for (let index = 0; index < 60; index++) await accept(`poison-${index}`, { inquiry: { subject: 'poison' } })
    const { receipt } = await accept('key')
    expect(await stateOf(receipt)).toBe('queued')
    await runUntil(Date.now() + 70_000)
    vi.setSystemTime(Date.now() + 6000)
    const { receipt: other } = await accept('other')
    expect(await stateOf(other)).toBe('delivered')
    await runUntil(Date.now() + 120_000)
    expect(await stateOf(receipt)).toBe('delivered')
  })

  test('that waited through an outage has its turn beside sixty new ones on which the upstream always fails', async () => {
    const { receipt } = await accept('key')
    await runUntil(2 * HOUR)
    const isPoison = (init: RequestInit) => String(init.body).includes('poison')
    for (let index = 0; index < 60; index++) await accept(`poison-${index}`, { inquiry: { subject: 'poison' } })
    upstream.mockImplementation(async (_, init) => new Response(null, { status: isPoison(init) ? 500 : 200 }))
    await runUntil(Date.now() + itsTurn(60))
    expect(await stateOf(receipt)).toBe('delivered')
  })

  test('that is undelivered is sent again at the word of the operator, with all its tries', async () => {
    answer(400)
    const { receipt } = await accept('key')
    await runUntil(HOUR)
    answer(503)
    const again = async () => sendAgain({ env: site.env, now: new Date() }, await readInquiry(site.env, receipt))
    expect(await again()).toBe(true)
    await site.idle()
    expect(rowOf(receipt)).toMatchObject({ state: 'queued' })
    await runUntil(63 * MINUTE)
    expect(await stateOf(receipt)).toBe('queued')
    answer(200)
    await runUntil(66 * MINUTE)
    expect(rowOf(receipt)).toMatchObject({ state: 'delivered', subject: null })
    const events = (await history(receipt)).map(({ event }) => event)
    expect(events).toEqual(expect.arrayContaining(['accepted', 'attempt', 'undelivered', 'retried']))
    expect(events.indexOf('delivered')).toBe(events.length - 1)
    expect(await again(), 'It has arrived.').toBe(false)
  })

  test.each([
    ['fails', 503, { state: 'queued', unknowns: 0, refusals: 0, claimed_until: null }],
    ['is refused', 400, { state: 'queued', unknowns: 0, refusals: 1, claimed_until: null }],
  ])('that is sent again while an attempt runs has the outcome of that attempt when it %s', async (_, status, row) => {
    let end: (response: Response) => void = () => undefined
    answer(400)
    const { receipt } = await accept('key')
    await runUntil(10 * MINUTE)
    upstream.mockImplementation(() => new Promise((resolve) => (end = resolve)))
    vi.setSystemTime(HOUR)
    const attempt = site.minute()
    await vi.waitFor(() => expect(upstream).toHaveBeenCalledTimes(3))
    expect(await sendAgain({ env: site.env, now: new Date() }, await readInquiry(site.env, receipt))).toBe(true)
    end(new Response(null, { status }))
    await attempt
    expect(site.d1.rows('SELECT state, unknowns, refusals, claimed_until FROM inquiry')).toEqual([row])
    answer(200)
    await runUntil(Date.now() + 6 * MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
    expect(upstream).toHaveBeenCalledTimes(4)
    expect((await history(receipt)).map(({ detail }) => detail)).not.toContain('The attempt was interrupted.')
  })

  test('is claimed by one of ten isolates that ask at the same moment', async () => {
    for (let index = 0; index < 4; index++) await accept(`key-${index}`)
    site.d1.rows('UPDATE upstream_state SET is_down = 0, pause_until = 0')
    const at = Date.now() + MINUTE
    const claims = await Promise.all(Array.from({ length: 10 }, () => claimNext(site.env.DB, at, at + MINUTE)))
    const claimed = claims.flatMap((claim) => claim?.receipt ?? [])
    expect(claimed).toHaveLength(4)
    expect(new Set(claimed).size).toBe(4)
  })

  test('is accepted while the site is paused, and sent once it is resumed', async () => {
    answer(200)
    await beginPause(site.env.DB, new Date())
    const { receipt, state } = await accept('key')
    expect(state).toBe('queued')
    await runUntil(HOUR)
    expect(upstream).not.toHaveBeenCalled()
    await endPause(site.env.DB)
    await runUntil(Date.now() + MINUTE)
    expect(await stateOf(receipt)).toBe('delivered')
  })

  test('that waits for more than 15 minutes is in the log each minute', async () => {
    await accept('key')
    await runUntil(15 * MINUTE)
    expect(logged()).toEqual([])
    await runUntil(20 * MINUTE)
    const delayed = logged().filter(({ code }) => code === 'delayed')
    expect(delayed).toHaveLength(5)
    expect(delayed[0]).toMatchObject({ level: 'error', queued: 1, last_failure: expect.stringContaining('503') })
    expect(Number(delayed[0]?.oldest_queued_seconds)).toBeGreaterThanOrEqual(900)
  })

  test('is taken over by the own upstream where the remote one is switched off', async () => {
    const { receipt } = await accept('key', { inquiry: { subject: 'Still here' } })
    site.raw.UPSTREAM_URL = ''
    const env = { ...site.env, UPSTREAM_URL: null }
    const { deliverDue } = await import('../../../../functions/inquiries/run-due.ts')
    vi.setSystemTime(Date.now() + MINUTE)
    await deliverDue(env, Date.now() + 1000)
    expect(rowOf(receipt)).toMatchObject({ state: 'new', subject: 'Still here' })
    expect((await listedInquiry(site.env.DB, receipt))?.title).toContain('New sales inquiry')
  })
})

describe('an upstream behind the platform itself, which refuses to connect there', () => {
  const site = siteUnderTest({ UPSTREAM_URL: 'https://behind-the-platform.example' })

  test('that loses a connection leaves an unknown outcome', async () => {
    socket.opens = false
    site.upstream.mockRejectedValue(new Error('Network connection lost.'))
    const { receipt } = await site.accept('key', { inquiry })
    for (let day = 0; day < 9; day++) await site.leap(DAY)
    expect(site.upstream).toHaveBeenCalledTimes(6)
    expect(await site.stateOf(receipt)).toBe('undelivered')
  })
})

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultBrand } from '../../../../functions/brand/hosts.ts'
import { brand, events, inquiryOf, MAIL_FROM, refusing, send, taken } from '../../../support/mail-binding.ts'
import { DAY, MINUTE, outboxUnderTest, payload, receiptFor } from '../../../support/outbox-under-test.ts'

const HOUR = 60 * MINUTE
beforeEach(() => {
  send.mockReset().mockImplementation(taken)
})

/** The ten seconds of the binding are over at once. */
function deadlineIsOver(): void {
  const later = setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((act, ms) => later(act, ms === 10_000 ? 0 : ms))
}

describe('the attempts to hand over a mail', () => {
  const site = outboxUnderTest({ MAIL: { send }, MAIL_FROM })
  const history = async (receipt: string) =>
    (await site.outbox.history(receipt))
      .filter(({ event }) => event === 'mail')
      .map(({ mail, detail }) => ({ ...mail, detail }))

  test.each([
    ['refuses', refusing('E_SENDER_NOT_VERIFIED', 'sender not verified'), 'E_SENDER_NOT_VERIFIED: sender not verified'],
    ['throttles', refusing('E_RATE_LIMIT_EXCEEDED', 'slow down'), 'E_RATE_LIMIT_EXCEEDED: slow down'],
  ])('a transport that %s delays no delivery, and is tried as long as an upstream', async (_, respond, answer) => {
    site.answer(200)
    send.mockImplementation(respond)
    const { receipt, state } = await site.accept('k', {}, brand)
    expect(state).toBe('delivered')
    expect(await history(receipt)).toEqual([{ kind: 'accepted', state: 'waiting', detail: answer }])
    await site.runUntil(Date.now() + HOUR)
    expect(send.mock.calls.length).toBeGreaterThan(45)
    for (let day = 0; day < 7; day++) await site.leap()
    expect((await history(receipt))[0]?.state).toBe('waiting')
    expect((await site.outbox.mailStatus()).givenUp).toEqual([])
    await site.leap()
    await site.outbox.hourly(Date.now())
    expect(await history(receipt)).toEqual([{ kind: 'accepted', state: 'refused', detail: answer }])
    expect(new Set(events().filter((event) => event.includes('.')))).toEqual(new Set([`${receipt}.accepted`]))
    expect(site.disk.db.prepare('SELECT message FROM mail WHERE receipt = ?').all(receipt)).toEqual([{ message: null }])
    const { givenUp } = await site.outbox.mailStatus()
    expect(givenUp).toEqual([{ at: expect.any(String), receipt, kind: 'accepted', answer }])
  })

  test.each([
    ['hangs', () => new Promise<never>(() => undefined), 'There was no answer within 10 seconds.'],
    ['loses its answer', () => Promise.reject(new Error('Network connection lost.')), 'Network connection lost.'],
  ])(
    'a transport that %s may have taken the mail: it gets it six times over a day, then it is given up and told',
    async (_, respond, answer) => {
      site.answer(200)
      deadlineIsOver()
      send.mockImplementation(respond)
      const { receipt, state } = await site.accept('k', {}, brand)
      expect(state).toBe('delivered')
      await site.runUntil(Date.now() + 0.9 * DAY)
      expect((await history(receipt))[0]?.state).toBe('waiting')
      await site.runUntil(Date.now() + 0.2 * DAY)
      expect(await history(receipt)).toEqual([{ kind: 'accepted', state: 'refused', detail: answer }])
      expect(send).toHaveBeenCalledTimes(6)
      expect((await site.outbox.mailStatus()).givenUp).toMatchObject([{ receipt, kind: 'accepted', answer }])
      await site.outbox.hourly(Date.now())
      vi.setSystemTime(Date.now() + 32 * DAY)
      expect(await site.outbox.mailStatus()).toMatchObject({ refused: 1, givenUp: [] })
    },
  )

  test('what waits is handed over within 120 s of the return of the transport, which meanwhile got one at a time', async () => {
    site.answer(200)
    send.mockImplementation(refusing('E_INTERNAL_SERVER_ERROR', 'try later'))
    for (let n = 0; n < 50; n++) await site.accept(`key-${n}`, {}, brand)
    await site.runUntil(Date.now() + 2 * HOUR)
    // One in four seconds.
    expect(send.mock.calls.length).toBeLessThanOrEqual((2 * HOUR) / 4000 + 1)
    send.mockReset().mockImplementation(taken)
    await site.runUntil(Date.now() + 2 * MINUTE)
    expect(new Set(events()).size).toBe(50)
    expect(await site.outbox.mailStatus()).toMatchObject({ waiting: 0, refused: 0 })
  })

  test('a mail that is never taken delays no other for more than 120 s', async () => {
    site.answer(200)
    send.mockImplementation(async (message) =>
      message.headers?.['Auto-Submitted'] ? refusing('E_RECIPIENT_SUPPRESSED', 'suppressed')() : taken(),
    )
    for (let n = 0; n < 30; n++)
      await site.accept(`bad-${n}`, inquiryOf({ inquiry_mail: `v${n}@b.example` }), {
        ...brand,
        notify: [],
        confirmation: true,
      })
    await site.runUntil(Date.now() + 3 * HOUR)
    const { receipt } = await site.accept('good', {}, brand)
    await site.runUntil(Date.now() + 2 * MINUTE)
    expect((await history(receipt))[0]?.state).toBe('handed-over')
  })

  const confirming = { ...brand, confirmation: true }
  const refusingBad = (code: string) =>
    send.mockImplementation(async ({ to }) =>
      String(to).includes('@bad.example') ? refusing(code, 'not taken')() : taken(),
    )
  /** Twenty inquiries a minute. @param client null: each of another one */
  const flood = async (client: string | null, settings: typeof brand) => {
    for (let n = 0; n < 200; n++) {
      const address = inquiryOf({ inquiry_mail: `v${n}@bad.example` })
      await site.accept(`bad-${n}`, address, settings, client ?? `client ${n}`)
      await site.runUntil(Date.now() + 3000)
    }
  }

  test.each([['E_RECIPIENT_SUPPRESSED'], ['E_DELIVERY_FAILED']])(
    'confirmations that are never taken (%s), twenty a minute from one client, delay no other',
    async (code) => {
      site.answer(200)
      refusingBad(code)
      await flood('client', { ...confirming, notify: [] })
      const { receipt } = await site.accept('good', {}, null, 'other')
      await site.runUntil(Date.now() + 2 * MINUTE)
      expect(await history(receipt)).toMatchObject([{ kind: 'confirmation', state: 'handed-over' }])
    },
  )

  test.each([
    ['that waited through an outage', 60 * MINUTE, 0],
    ['of a line that had sent five within the hour', 0, 5],
  ])('they do not delay one %s either', async (_, outageMs, before) => {
    site.answer(200)
    refusingBad('E_DELIVERY_FAILED')
    const settings = { ...confirming, notify: [] }
    const arrive = (name: string) =>
      site.accept(name, inquiryOf({ inquiry_mail: `${name}@good.example` }), settings, 'other')
    for (let n = 0; n < before; n++) await arrive(`before-${n}`)
    if (outageMs > 0) send.mockImplementation(refusing('E_INTERNAL_SERVER_ERROR', 'try later'))
    const early = outageMs > 0 ? await arrive('good') : null
    await site.runUntil(Date.now() + outageMs)
    await flood('client', settings)
    const { receipt } = early ?? (await arrive('good'))
    refusingBad('E_DELIVERY_FAILED')
    await site.runUntil(Date.now() + 2 * MINUTE)
    expect(await history(receipt)).toMatchObject([{ kind: 'confirmation', state: 'handed-over' }])
  })

  test('confirmations that are never taken, each from another client, delay no mail to operators', async () => {
    site.answer(200)
    refusingBad('E_DELIVERY_FAILED')
    await flood(null, confirming)
    const { receipt } = await site.accept('good', {}, null, 'other')
    expect(await history(receipt)).toMatchObject([{ kind: 'accepted', state: 'handed-over' }])
  })

  test('alerts of inquiries that the upstream refuses, many of one client, delay no mail of another one', async () => {
    site.upstream.mockImplementation(async (_url, init) => {
      const isRefused = new Headers(init.headers).get('x-request-id') === 'refused'
      return new Response(null, { status: isRefused ? 400 : 200 })
    })
    send.mockImplementation(refusing('E_INTERNAL_SERVER_ERROR', 'try later'))
    for (let n = 0; n < 60; n++) await site.accept(`bad-${n}`, { requestId: 'refused' }, brand, 'client')
    await site.runUntil(Date.now() + 2 * HOUR)
    expect(await site.outbox.counts()).toMatchObject({ undelivered: 60 })
    const { receipt } = await site.accept('good', {}, null, 'other')
    send.mockReset().mockImplementation(taken)
    await site.runUntil(Date.now() + 2 * MINUTE)
    expect(events().indexOf(`${receipt}.accepted`)).toBeLessThan(10)
  })

  test('a confirmation that the platform refuses for good is given up at once', async () => {
    site.answer(200)
    refusingBad('E_RECIPIENT_SUPPRESSED')
    const address = inquiryOf({ inquiry_mail: 'v@bad.example' })
    const { receipt } = await site.accept('bad', address, { ...confirming, notify: [] })
    await site.runUntil(Date.now() + HOUR)
    expect(send).toHaveBeenCalledTimes(1)
    const answer = 'E_RECIPIENT_SUPPRESSED: not taken'
    expect(await history(receipt)).toEqual([{ kind: 'confirmation', state: 'refused', detail: answer }])
  })

  test('confirmations that were given up hide no other mail that was', async () => {
    site.answer(200)
    refusingBad('E_RECIPIENT_SUPPRESSED')
    const { receipt } = await site.accept('k', {}, { ...brand, notify: ['operator@bad.example'] })
    vi.setSystemTime(Date.now() + 8 * DAY)
    await site.outbox.hourly(Date.now())
    await flood('client', { ...confirming, notify: [] })
    await site.runUntil(Date.now() + HOUR)
    const { refused, givenUp } = await site.outbox.mailStatus()
    expect([refused, givenUp.length]).toEqual([201, 20])
    expect(givenUp.at(-1)).toMatchObject({ receipt, kind: 'accepted' })
  })

  test('mail that is switched off for longer than that is given up by the hourly run, and told', async () => {
    site.answer(200)
    send.mockImplementation(refusing('E_SENDER_NOT_VERIFIED', 'sender not verified'))
    const { receipt } = await site.accept('k', {}, brand)
    const later = Date.now() + 8 * DAY
    vi.setSystemTime(later)
    await site.outbox.hourly(later)
    await site.disk.idle()
    expect((await site.outbox.mailStatus()).givenUp).toMatchObject([{ receipt, at: new Date(later).toISOString() }])
  })

  test('an answer after the deadline counts, and the mail is not handed over again', async () => {
    site.answer(200)
    deadlineIsOver()
    const late = Promise.withResolvers<EmailSendResult>()
    send.mockImplementation(() => late.promise)
    const { receipt } = await site.accept('k', {}, brand)
    late.resolve({ messageId: 'late' })
    await late.promise
    await site.runUntil(Date.now() + DAY)
    expect(send).toHaveBeenCalledTimes(1)
    expect(await history(receipt)).toEqual([{ kind: 'accepted', state: 'handed-over', detail: 'late' }])
  })

  test('a mail is sent whatever is answered meanwhile for another one whose inquiry was destroyed', async () => {
    site.answer(200)
    defaultBrand.mail = brand
    const late = Promise.withResolvers<EmailSendResult>()
    send.mockImplementationOnce(() => late.promise)
    const { receipt: destroyed } = await receiptFor(site.outbox.accept('destroyed', payload))
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
    expect(await site.outbox.destroy(destroyed)).toBe('done')
    const { receipt } = await receiptFor(site.outbox.accept('k', payload))
    late.resolve({ messageId: '<1@mail.example>' })
    await site.disk.idle()
    expect(events()).toEqual([`${destroyed}.accepted`, `${receipt}.accepted`])
    expect(await history(receipt)).toEqual([{ kind: 'accepted', state: 'handed-over', detail: '<2@mail.example>' }])
  })

  test('a mail that was stored before the process ended is sent by the next one', async () => {
    site.answer(200)
    send.mockImplementation(() => new Promise(() => undefined))
    defaultBrand.mail = brand
    const { receipt } = await receiptFor(site.outbox.accept('k', payload))
    site.disk.kill()
    send.mockImplementation(taken)
    await site.start()
    await site.runUntil(Date.now() + 5 * MINUTE)
    expect(events()).toEqual([`${receipt}.accepted`, `${receipt}.accepted`])
    expect((await history(receipt))[0]?.state).toBe('handed-over')
  })

  test('1,000 inquiries while mail fails for six hours are all delivered, each told exactly once', async () => {
    site.answer(200)
    let seed = 20261122
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const handedOver: string[] = []
    const wellAt = Date.now() + 6 * HOUR
    send.mockImplementation(async ({ headers }) => {
      if (Date.now() < wellAt && random() < 0.8) return refusing('E_RATE_LIMIT_EXCEEDED', 'slow down')()
      handedOver.push(headers?.['X-Event'] ?? '')
      return taken()
    })
    const receipts = await Promise.all(Array.from({ length: 1000 }, (_, n) => site.accept(`key-${n}`, {}, brand)))
    await site.runUntil(Date.now() + 2 * DAY)
    expect((await site.outbox.counts()).delivered).toBe(1000)
    expect(handedOver.toSorted()).toEqual(receipts.map(({ receipt }) => `${receipt}.accepted`).toSorted())
    expect(send.mock.calls.length).toBeGreaterThan(1500)
  })
})

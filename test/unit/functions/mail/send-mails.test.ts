import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultBrand } from '../../../../functions/brand/hosts.ts'
import { brand, events, inquiryOf, MAIL_FROM, refusing, send, taken } from '../../../support/mail-binding.ts'
import { commands } from '../../../../functions/commands/table.ts'
import { ALL_BRANDS } from '../../../../functions/contract/scope.ts'
import { claimMail } from '../../../../functions/database/mail.ts'
import { mailStatus } from '../../../../functions/database/mail-record.ts'
import { beginPause, endPause } from '../../../../functions/database/restore-pause.ts'
import { DAY, HOUR, MINUTE, siteUnderTest } from '../../../support/site-under-test.ts'

beforeEach(() => {
  send.mockReset().mockImplementation(taken)
})

/** The ten seconds of the binding are over at once. */
function deadlineIsOver(): void {
  const later = setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((act, ms) => later(act, ms === 10_000 ? 0 : ms))
}

describe('the attempts to hand over a mail', () => {
  const site = siteUnderTest({ MAIL: { send }, MAIL_FROM })
  const history = async (receipt: string) =>
    (await site.history(receipt))
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
    expect((await mailStatus(site.env.DB, ALL_BRANDS, Date.now())).givenUp).toEqual([])
    await site.leap()
    await site.hour()
    expect(await history(receipt)).toEqual([{ kind: 'accepted', state: 'refused', detail: answer }])
    expect(new Set(events().filter((event) => event.includes('.')))).toEqual(new Set([`${receipt}.accepted`]))
    expect(site.d1.rows('SELECT message FROM mail WHERE receipt = ?', receipt)).toEqual([{ message: null }])
    const { givenUp } = await mailStatus(site.env.DB, ALL_BRANDS, Date.now())
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
      expect((await mailStatus(site.env.DB, ALL_BRANDS, Date.now())).givenUp).toMatchObject([
        { receipt, kind: 'accepted', answer },
      ])
      await site.hour()
      vi.setSystemTime(Date.now() + 32 * DAY)
      expect(await mailStatus(site.env.DB, ALL_BRANDS, Date.now())).toMatchObject({ refused: 1, givenUp: [] })
    },
  )

  test('what waits is handed over within 120 s of the return of the transport, which meanwhile got one at a time', async () => {
    site.answer(200)
    send.mockImplementation(refusing('E_INTERNAL_SERVER_ERROR', 'try later'))
    for (let n = 0; n < 50; n++) await site.accept(`key-${n}`, {}, brand)
    await site.runUntil(Date.now() + 2 * HOUR)
    expect(send.mock.calls.length, 'Ten in a minute, and ten with each inquiry.').toBeLessThanOrEqual(
      120 * 10 + 50 * 10,
    )
    send.mockReset().mockImplementation(taken)
    await site.runUntil(Date.now() + 2 * MINUTE)
    expect(new Set(events()).size).toBe(50)
    expect(await mailStatus(site.env.DB, ALL_BRANDS, Date.now())).toMatchObject({ waiting: 0, refused: 0 })
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
  /** Twenty inquiries a minute. */
  const flood = async (settings: typeof brand) => {
    for (let n = 0; n < 100; n++) {
      await site.accept(`bad-${n}`, inquiryOf({ inquiry_mail: `v${n}@bad.example` }), settings)
      await site.runUntil(Date.now() + 3000)
    }
  }

  test.each([['E_RECIPIENT_SUPPRESSED'], ['E_DELIVERY_FAILED']])(
    'confirmations that are never taken (%s), twenty a minute, delay no other',
    async (code) => {
      site.answer(200)
      refusingBad(code)
      await flood({ ...confirming, notify: [] })
      const { receipt } = await site.accept('good')
      await site.runUntil(Date.now() + 2 * MINUTE)
      expect(await history(receipt)).toMatchObject([{ kind: 'confirmation', state: 'handed-over' }])
    },
  )

  test('beside them one that waited through an outage has its turn', async () => {
    site.answer(200)
    send.mockImplementation(refusing('E_INTERNAL_SERVER_ERROR', 'try later'))
    const settings = { ...confirming, notify: [] }
    const { receipt } = await site.accept('good', inquiryOf({ inquiry_mail: 'v@good.example' }), settings)
    await site.runUntil(Date.now() + HOUR)
    await flood(settings)
    refusingBad('E_DELIVERY_FAILED')
    await site.runUntil(Date.now() + (100 / 10 + 1) * MINUTE)
    expect(await history(receipt)).toMatchObject([{ kind: 'confirmation', state: 'handed-over' }])
  })

  test('confirmations that are never taken delay no mail to operators', async () => {
    site.answer(200)
    refusingBad('E_DELIVERY_FAILED')
    await flood(confirming)
    const { receipt } = await site.accept('good')
    expect((await history(receipt))[0]).toMatchObject({ kind: 'accepted', state: 'handed-over' })
  })

  test.each([0, 1200])('hundreds to an operator that are never taken, in %i ms each, delay no other', async (ms) => {
    site.answer(200)
    let isSlow = false
    send.mockImplementation(async ({ to }) => {
      if (!String(to).includes('@bad.example')) return taken()
      if (isSlow) vi.setSystemTime(Date.now() + ms)
      return refusing('E_DELIVERY_FAILED', 'not taken')()
    })
    const faulty = { ...brand, notify: ['operator@bad.example'] }
    for (let n = 0; n < 300; n++) await site.accept(`bad-${n}`, {}, faulty)
    isSlow = true
    for (let n = 0; n < 10; n++) await site.leap(MINUTE)
    const { receipt } = await site.accept('good', {}, confirming)
    expect(await history(receipt), 'by its own request').toMatchObject([
      { kind: 'accepted', state: 'handed-over' },
      { kind: 'confirmation', state: 'handed-over' },
    ])
  })

  test('a confirmation whose address is refused is given up at once, and told', async () => {
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
    await site.hour()
    await flood({ ...confirming, notify: [] })
    await site.runUntil(Date.now() + HOUR)
    const { refused, givenUp } = await mailStatus(site.env.DB, ALL_BRANDS, Date.now())
    expect([refused, givenUp.length]).toEqual([101, 20])
    expect(givenUp.at(-1)).toMatchObject({ receipt, kind: 'accepted' })
  })

  test('mail that is switched off for longer than that is given up by the hourly run, and told', async () => {
    site.answer(200)
    send.mockImplementation(refusing('E_SENDER_NOT_VERIFIED', 'sender not verified'))
    const { receipt } = await site.accept('k', {}, brand)
    const later = Date.now() + 8 * DAY
    vi.setSystemTime(later)
    await site.hour()
    expect((await mailStatus(site.env.DB, ALL_BRANDS, Date.now())).givenUp).toMatchObject([
      { receipt, at: new Date(later).toISOString() },
    ])
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
    const { receipt: destroyed } = await site.send('destroyed')
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
    await commands.destroy.perform(
      { env: site.env, actor: 'anna', scope: ALL_BRANDS, now: new Date(), requestId: 'r' },
      { receipt: destroyed },
    )
    const { receipt } = await site.send('k')
    late.resolve({ messageId: '<1@mail.example>' })
    await site.idle()
    expect(events()).toEqual([`${destroyed}.accepted`, `${receipt}.accepted`])
    expect(await history(receipt)).toEqual([{ kind: 'accepted', state: 'handed-over', detail: '<2@mail.example>' }])
  })

  test('an answer that comes late is that of its own mail, and of no other that has its place by then', async () => {
    site.answer(200)
    defaultBrand.mail = brand
    const late = Promise.withResolvers<EmailSendResult>()
    send.mockImplementationOnce(() => late.promise)
    const { receipt: destroyed } = await site.send('destroyed')
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
    await commands.destroy.perform(
      { env: site.env, actor: 'anna', scope: ALL_BRANDS, now: new Date(), requestId: 'r' },
      { receipt: destroyed },
    )
    send.mockImplementationOnce(refusing('E_INTERNAL_SERVER_ERROR', 'not now'))
    const { receipt } = await site.send('k')
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2))
    late.resolve({ messageId: '<1@mail.example>' })
    await site.idle()
    await site.leap(MINUTE)
    expect(events()).toEqual([`${destroyed}.accepted`, `${receipt}.accepted`, `${receipt}.accepted`])
    expect(await history(receipt)).toMatchObject([{ kind: 'accepted', state: 'handed-over' }])
  })

  test('a mail is sent although what waits for its delivery cannot be counted', async () => {
    send.mockImplementationOnce(refusing('E_SENDER_NOT_VERIFIED', 'sender not verified'))
    const { receipt } = await site.accept('k', {}, brand)
    const d1 = site.raw.DB as D1Database
    const prepare = d1.prepare.bind(d1)
    vi.spyOn(d1, 'prepare').mockImplementation((sql) => {
      if (sql.includes('count(*) AS queued')) throw new Error('D1 is too slow for that.')
      return prepare(sql)
    })
    await site.leap(MINUTE)
    expect(events()).toEqual([`${receipt}.accepted`, `${receipt}.accepted`])
    expect((await history(receipt))[0]?.state).toBe('handed-over')
  })

  test('nothing is given up while the site is paused, and all is sent once it is resumed', async () => {
    await beginPause(site.env.DB, new Date())
    const { receipt } = await site.accept('k', {}, brand)
    vi.setSystemTime(Date.now() + 10 * DAY)
    await site.minute()
    await site.hour()
    expect(send).not.toHaveBeenCalled()
    await endPause(site.env.DB)
    site.answer(200)
    await site.minute()
    expect(events().filter((event) => event === `${receipt}.accepted`)).toHaveLength(1)
    expect(await site.stateOf(receipt)).toBe('delivered')
  })

  test('what waited through a pause, however long, is tried from its end on for as long as anything else', async () => {
    send.mockImplementation(refusing('E_SENDER_NOT_VERIFIED', 'sender not verified'))
    const { receipt } = await site.accept('k', {}, brand)
    await beginPause(site.env.DB, new Date())
    vi.setSystemTime(Date.now() + 10 * DAY)
    const call = { env: site.env, actor: 'anna', scope: ALL_BRANDS, now: new Date(), requestId: 'r' }
    await commands.resume.perform(call, {})
    await site.hour()
    await site.minute()
    expect(await site.stateOf(receipt)).toBe('queued')
    for (let day = 0; day < 7; day++) await site.leap()
    await site.hour()
    site.answer(200)
    send.mockReset().mockImplementation(taken)
    await site.runUntil(Date.now() + 2 * MINUTE)
    expect(await site.stateOf(receipt)).toBe('delivered')
    expect(events()).toContain(`${receipt}.accepted`)
  })

  test('a mail is claimed by one of ten isolates that ask at the same moment', async () => {
    site.answer(200)
    send.mockImplementation(refusing('E_SENDER_NOT_VERIFIED', 'sender not verified'))
    for (const key of ['one', 'two']) await site.accept(key, {}, brand)
    const at = Date.now() + HOUR
    const claims = await Promise.all(
      Array.from({ length: 10 }, () =>
        claimMail(site.env.DB, { areConfirmations: false, now: at, until: at + MINUTE }),
      ),
    )
    const ids = claims.flatMap((claim) => claim?.receipt ?? [])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(2)
  })

  test('a mail that was stored before the process ended is sent by the next one', async () => {
    site.answer(200)
    send.mockImplementation(() => new Promise(() => undefined))
    defaultBrand.mail = brand
    const { receipt } = await site.send('k')
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
    site.restart()
    send.mockImplementation(taken)
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
    const receipts: { receipt: string }[] = []
    for (let n = 0; n < 1000; n++) {
      vi.setSystemTime(Date.now() + 1)
      receipts.push(await site.accept(`key-${n}`, {}, brand))
    }
    await site.runUntil(Date.now() + 2 * DAY)
    expect(site.counts().delivered).toBe(1000)
    expect(handedOver.toSorted()).toEqual(receipts.map(({ receipt }) => `${receipt}.accepted`).toSorted())
    expect(send.mock.calls.length).toBeGreaterThan(1500)
  })
})

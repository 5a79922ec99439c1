import { Webhook as Verifier } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { brandSchema, type Webhook } from '../../../../functions/brand/schema.ts'
import { brandWithId, defaultBrand } from '../../../../functions/brand/hosts.ts'
import { registry } from '../../../../functions/brand/registry.ts'
import { FIELD_NAMES } from '../../../../functions/contract/form-fields.ts'
import { commands } from '../../../../functions/commands/table.ts'
import { ALL_BRANDS } from '../../../../functions/contract/scope.ts'
import { WEBHOOK_EVENTS } from '../../../../functions/contract/webhooks.ts'
import { mailStatus } from '../../../../functions/database/mail-record.ts'
import { beginPause, endPause } from '../../../../functions/database/restore-pause.ts'
import { brand as brandMail, events as mailed, MAIL_FROM, send, taken } from '../../../support/mail-binding.ts'
import { HOUR, MINUTE, siteUnderTest } from '../../../support/site-under-test.ts'

const SECRET = `whsec_${Buffer.from('a signing key of 32 bytes for us').toString('base64')}`
const SLACK = 'https://hooks.slack.example/services/T0/B0/x'
const TEAMS = 'https://teams.example/workflows/x'
const webhook = (change: Partial<Webhook> = {}): Webhook => ({
  secret: 'crm',
  url: 'https://crm.example/hook',
  events: [...WEBHOOK_EVENTS],
  contents: false,
  format: 'standard',
  ...change,
})

/** What receivers were sent, and how they answer. */
interface Call {
  url: string
  body: string
  headers: Record<string, string>
  init: RequestInit
}
let calls: Call[]
let answer: (url: string) => Response | Promise<Response>
const told = () => calls.map(({ body }) => (JSON.parse(body) as { type: string }).type)
/** The body of a call whose signature is right. */
const verified = ({ body, headers }: Call) =>
  new Verifier(SECRET).verify(body, headers) as { type: string; timestamp: string; data: Record<string, unknown> }

const site = siteUnderTest({
  MAIL: { send },
  MAIL_FROM,
  WEBHOOK_SECRETS: `crm=${SECRET}, slack=${SLACK}, teams=${TEAMS}, wrong=whsec_short`,
})
const partner = brandWithId('partner-b')

beforeEach(() => {
  vi.setSystemTime(new Date('2026-11-27T03:00:00Z'))
  calls = []
  answer = () => new Response(null, { status: 204 })
  send.mockReset().mockImplementation(taken)
  defaultBrand.mail = brandMail
  defaultBrand.webhooks = [webhook()]
  const upstream = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.startsWith('http://upstream.example')) return upstream(url, init)
    calls.push({ url, body: String(init.body), headers: init.headers as Record<string, string>, init })
    return answer(url)
  })
  site.answer(200)
})
afterEach(() => {
  defaultBrand.webhooks = []
  partner.webhooks = []
})

describe('what a webhook is told', () => {
  test('is signed as Standard Webhooks says, and has nothing that was typed', async () => {
    const { receipt } = await site.accept('k', { inquiry: { subject: 'Nobody else reads this' } })
    await site.minute()
    expect(told()).toEqual(['inquiry.accepted', 'inquiry.delivered'])
    const [accepted] = calls.map(verified)
    expect(accepted).toEqual({
      type: 'inquiry.accepted',
      timestamp: '2026-11-27T03:00:00.000Z',
      data: {
        receipt,
        kind: 'sales',
        brand: 'vcp-x',
        state: 'delivered',
        spam: false,
        acceptedAt: '2026-11-27T03:00:00.000Z',
        deliveredAt: '2026-11-27T03:00:00.000Z',
        answeredAt: null,
        repliedAt: null,
        processedAt: null,
        destroyedAt: null,
        link: `${defaultBrand.origin}/admin/inquiries/${receipt}`,
      },
    })
    expect(JSON.stringify(calls)).not.toContain('Nobody else reads this')
    expect(calls[0]?.init).toMatchObject({ method: 'POST', redirect: 'manual' })
    expect(calls[0]?.headers['content-type']).toBe('application/json')
  })

  test('has what was typed where the registry says so and the site still has it', async () => {
    defaultBrand.webhooks = [webhook({ contents: true })]
    site.answer(503)
    const typed = await site.accept('waits', { inquiry: { subject: 'A carbon question' } })
    await site.minute()
    const contentsOf = (call: Call) => verified(call).data.contents as Record<string, string> | undefined
    expect(calls.map(contentsOf).map((fields) => fields?.subject)).toEqual(['A carbon question'])
    expect(Object.keys(contentsOf(calls[0] as Call) ?? {}).toSorted()).toEqual(FIELD_NAMES.toSorted())
    expect(verified(calls[0] as Call).data.receipt).toBe(typed.receipt)
  })

  test('keeps nothing that was typed: none is told once a remote upstream has taken it', async () => {
    defaultBrand.webhooks = [webhook({ contents: true })]
    await site.accept('k', { inquiry: { subject: 'A carbon question' } })
    expect(JSON.stringify(site.d1.rows("SELECT * FROM mail WHERE kind = 'webhook'"))).not.toContain('carbon')
    await site.minute()
    expect(told()).toEqual(['inquiry.accepted', 'inquiry.delivered'])
    expect(JSON.stringify(calls)).not.toContain('carbon')
  })

  test('says what is spam', async () => {
    defaultBrand.webhooks = [webhook({ events: ['inquiry.processed'] })]
    const { receipt } = await site.accept('k')
    await commands['mark-spam'].perform(
      { env: site.env, actor: 'anna', scope: ALL_BRANDS, now: new Date(), requestId: 'r' },
      { receipt },
    )
    await site.minute()
    expect(verified(calls[0] as Call).data).toMatchObject({ state: 'processed', spam: true })
  })

  test('is what it asked for, of its own brand', async () => {
    partner.webhooks = [webhook({ events: ['inquiry.delivered'] })]
    defaultBrand.webhooks = []
    await site.accept('k')
    const { receipt } = await site.accept('k', { brandId: 'partner-b' })
    await site.minute()
    expect(calls.map((call) => verified(call))).toMatchObject([
      { type: 'inquiry.delivered', data: { receipt, brand: 'partner-b' } },
    ])
  })

  test('is nothing of a canary, and nothing twice of what is sent twice', async () => {
    await site.accept('k')
    await site.accept('k')
    await site.accept('canary', { canary: true })
    await site.minute()
    await site.leap(MINUTE)
    expect(told()).toEqual(['inquiry.accepted', 'inquiry.delivered'])
  })

  test('is a card for Slack or Teams, in the language of the brand, to the address that its secret is', async () => {
    const card = { events: ['inquiry.accepted' as const], url: undefined }
    defaultBrand.webhooks = [
      webhook({ ...card, secret: 'slack', format: 'slack' }),
      webhook({ ...card, secret: 'teams', format: 'teams' }),
    ] as Webhook[]
    const { receipt } = await site.accept('k', { inquiry: { subject: 'Typed' } })
    await site.minute()
    const link = `${defaultBrand.origin}/admin/inquiries/${receipt}`
    const [slack, teams] = calls.toSorted((one, other) => one.url.localeCompare(other.url))
    expect([slack?.url, teams?.url]).toEqual([SLACK, TEAMS])
    expect(JSON.parse(slack?.body ?? '')).toEqual({
      text: `*${defaultBrand.name.ko}: 도입 문의, 접수되었습니다*\n${receipt}\n<${link}|문의 보기>`,
    })
    expect(JSON.parse(teams?.body ?? '')).toMatchObject({
      type: 'message',
      attachments: [{ content: { type: 'AdaptiveCard', actions: [{ type: 'Action.OpenUrl', url: link }] } }],
    })
    expect(JSON.stringify(calls)).not.toContain('Typed')
    expect(JSON.stringify(calls)).not.toContain('webhook-signature')
  })
})

describe('a receiver that does not take it', () => {
  test.each([
    ['fails', () => new Response(null, { status: 500 }), 'The receiver answered 500.'],
    [
      'redirects, and is not followed',
      () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } }),
      'The receiver answered 302.',
    ],
    [
      'refuses',
      () => Promise.reject<Response>(new TypeError('fetch failed')),
      'There was no connection, or it was lost.',
    ],
    [
      'hangs',
      () => Promise.reject<Response>(new DOMException('', 'TimeoutError')),
      'There was no answer within 10 seconds.',
    ],
  ])('and %s is asked once a minute until it does; what it was told keeps its id', async (_, fails, reason) => {
    answer = fails
    const { receipt } = await site.accept('k')
    await site.minute()
    await site.leap(MINUTE)
    expect(calls).toHaveLength(2)
    expect(await mailStatus(site.env.DB, ALL_BRANDS, Date.now())).toMatchObject({
      webhooks: { waiting: 2, refused: 0, lastFailure: { answer: expect.stringContaining(reason) } },
    })
    answer = () => new Response(null, { status: 200 })
    await site.leap(MINUTE)
    expect(calls.every(({ url }) => url === 'https://crm.example/hook')).toBe(true)
    expect(told().slice(2)).toEqual(expect.arrayContaining(['inquiry.accepted', 'inquiry.delivered']))
    const ids = (type: string) =>
      calls.filter(({ body }) => body.includes(`"${type}"`)).map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids('inquiry.accepted')).size).toBe(1)
    expect(new Set(ids('inquiry.delivered')).size).toBe(1)
    const history = (await site.history(receipt)).filter(({ mail }) => mail?.kind === 'webhook')
    expect(history).toMatchObject([
      { mail: { state: 'handed-over' }, detail: 'crm (vcp-x), inquiry.accepted: The receiver answered 200.' },
      { mail: { state: 'handed-over' }, detail: 'crm (vcp-x), inquiry.delivered: The receiver answered 200.' },
    ])
  })

  test('and answers 410 is not told that again, and its operators are told once', async () => {
    answer = () => new Response(null, { status: 410 })
    await site.accept('k')
    await site.minute()
    await site.leap(MINUTE)
    await site.leap(MINUTE)
    expect(told()).toEqual(['inquiry.accepted', 'inquiry.delivered'])
    expect(mailed().filter((event) => event.startsWith('webhook-failed'))).toEqual(['webhook-failed-crm-2026-11-27'])
    expect(await mailStatus(site.env.DB, ALL_BRANDS, Date.now())).toMatchObject({
      webhooks: { waiting: 0, refused: 2 },
      givenUp: [],
    })
  })

  test('is asked for at least seven and at most eight days, then its operators are told', async () => {
    defaultBrand.webhooks = [webhook({ events: ['inquiry.accepted'] })]
    answer = () => new Response(null, { status: 503 })
    await site.accept('k')
    const failed = () => mailed().filter((event) => event.startsWith('webhook-failed'))
    for (let day = 1; day <= 7; day++) await site.leap()
    await site.leap(MINUTE)
    await site.hour()
    expect(failed()).toEqual([])
    vi.setSystemTime(Date.now() + 24 * HOUR)
    await site.hour()
    await site.minute()
    await site.leap(MINUTE)
    expect(failed()).toHaveLength(1)
    const asked = calls.length
    await site.leap(HOUR)
    expect(calls).toHaveLength(asked)
    const mail = send.mock.calls.find(([{ headers }]) => headers?.['X-Event']?.startsWith('webhook-failed'))
    expect(mail?.[0].text).toContain('It was not taken within eight days.')
  })

  test('and takes what it is told slowly keeps no other one waiting: what is left waits for the next minute', async () => {
    defaultBrand.webhooks = [webhook({ events: ['inquiry.accepted'] })]
    for (let nth = 0; nth < 5; nth++) await site.accept(`k${nth}`)
    answer = () => {
      vi.setSystemTime(Date.now() + 4000)
      return new Response(null, { status: 200 })
    }
    await site.minute()
    expect(calls).toHaveLength(3)
    await site.leap(MINUTE)
    expect(calls).toHaveLength(5)
  })

  test('but for one kind of event is told the others within a minute', async () => {
    answer = () => {
      const { type } = JSON.parse(calls.at(-1)?.body ?? '') as { type: string }
      return new Response(null, { status: type === 'inquiry.delivered' ? 400 : 204 })
    }
    for (let nth = 0; nth < 20; nth++) {
      await site.accept(`k${nth}`)
      await site.runUntil(Date.now() + 5 * MINUTE)
    }
    const { receipt } = await site.accept('last')
    calls = []
    await site.runUntil(Date.now() + 2 * MINUTE)
    const ofLast = calls.map(verified).filter(({ data }) => data.receipt === receipt)
    expect(ofLast.map(({ type }) => type)).toContain('inquiry.accepted')
  })

  test('keeps no other one waiting', async () => {
    defaultBrand.webhooks = [
      webhook({ events: ['inquiry.accepted'] }),
      webhook({ events: ['inquiry.accepted'], secret: 'slack', format: 'slack', url: undefined }),
    ] as Webhook[]
    answer = (url) => new Response(null, { status: url === SLACK ? 200 : 500 })
    await site.accept('one')
    await site.accept('two')
    await site.minute()
    expect(calls.filter(({ url }) => url === SLACK)).toHaveLength(2)
    expect(calls.filter(({ url }) => url !== SLACK)).toHaveLength(1)
  })

  test('and has no secret of its form waits for it, and is called by nobody', async () => {
    defaultBrand.webhooks = [webhook({ secret: 'wrong' }), webhook({ secret: 'none' })]
    await site.accept('k')
    await site.minute()
    expect(calls).toEqual([])
    expect((await mailStatus(site.env.DB, ALL_BRANDS, Date.now())).webhooks).toMatchObject({
      waiting: 4,
      lastFailure: { answer: expect.stringContaining('WEBHOOK_SECRETS has no secret of this name and form.') },
    })
  })
})

test('what a webhook was to be told that has left the registry ends after eight days', async () => {
  await site.accept('k')
  defaultBrand.webhooks = []
  await site.leap(8 * 24 * HOUR - MINUTE)
  const { webhooks } = await mailStatus(site.env.DB, ALL_BRANDS, Date.now())
  expect(webhooks).toMatchObject({ waiting: 2, oldest: '2026-11-27T03:00:00.000Z' })
  await site.leap(MINUTE)
  expect(calls).toEqual([])
  expect((await mailStatus(site.env.DB, ALL_BRANDS, Date.now())).webhooks).toMatchObject({ waiting: 0, refused: 2 })
})

test('nothing is called while the site is paused after a restore', async () => {
  await site.accept('k')
  await beginPause(site.env.DB, new Date())
  await site.minute()
  expect(calls).toEqual([])
  await endPause(site.env.DB)
  await site.leap(MINUTE)
  expect(told()).toEqual(['inquiry.accepted', 'inquiry.delivered'])
})

test('an attempt whose isolate has died is made again under the same id', async () => {
  defaultBrand.webhooks = [webhook({ events: ['inquiry.accepted'] })]
  await site.accept('k')
  answer = () => new Promise<Response>(() => undefined)
  void site.minute()
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  site.restart()
  answer = () => new Response(null, { status: 204 })
  await site.leap(31_000)
  await site.leap(MINUTE)
  expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(calls).toHaveLength(2)
  expect((await mailStatus(site.env.DB, ALL_BRANDS, Date.now())).webhooks).toMatchObject({ waiting: 0, refused: 0 })
})

test('an answer that comes after the destruction of its inquiry is none of what is told of that', async () => {
  defaultBrand.webhooks = [webhook({ events: ['inquiry.accepted', 'inquiry.destroyed'] })]
  const { receipt } = await site.accept('k')
  const late = Promise.withResolvers<Response>()
  answer = () => late.promise
  const minute = site.minute()
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await commands.destroy.perform(
    { env: site.env, actor: 'anna', scope: ALL_BRANDS, now: new Date(), requestId: 'r' },
    { receipt },
  )
  answer = () => new Response(null, { status: 204 })
  late.resolve(new Response(null, { status: 204 }))
  await minute
  await site.leap(MINUTE)
  expect(told()).toEqual(['inquiry.accepted', 'inquiry.destroyed'])
})

describe('the registry', () => {
  const faults = (webhooks: object[]) =>
    brandSchema
      .safeParse({ ...registry.default, webhooks })
      .error?.issues.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`) ?? []
  const entry = { secret: 'crm', url: 'https://crm.example/', events: ['inquiry.accepted'] }

  test('takes a webhook, and a card whose address is its secret', () => {
    expect(faults([entry, { secret: 'sales', events: ['inquiry.accepted'], format: 'slack' }])).toEqual([])
  })

  test.each([
    ['http', { ...entry, url: 'http://crm.example/' }, '0.url: write it with https'],
    ['a password', { ...entry, url: 'https://me:secret@crm.example/' }, '0.url: write it with https, and no password'],
    [
      'contents of nothing',
      { ...entry, events: ['inquiry.processed'], contents: true },
      '0.contents: leave it out, or ask for inquiry.accepted',
    ],
    ['no address', { ...entry, url: undefined }, '0.url: write it, or for a card'],
    ['a card with an address', { ...entry, format: 'slack' }, '0.url: write it, or for a card'],
    ['no events', { ...entry, events: [] }, '0.events: name an event'],
    ['a card with contents', { ...entry, url: undefined, format: 'teams', contents: true }, '0.contents: leave it out'],
  ])('refuses %s', (_, wrong, message) => {
    expect(faults([wrong])).toEqual([expect.stringContaining(message)])
  })

  test('refuses two with one secret', () => {
    expect(faults([entry, entry])).toEqual([': give each a secret of its own'])
  })
})

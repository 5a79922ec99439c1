import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOARD_GROUPS } from '../../functions/contract/board.ts'
import { withinOneMinute } from '../support/clock.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { startSite, type Site } from '../support/site.ts'
import { SALES, sendInquiry } from '../support/visitor-calls.ts'

const LIMIT = 600
const LAST = 20
const RECEIPT = '0b9e5a3c-6f0e-4b5e-9a57-0d6f5a1c2b3d'
const READ: RequestInit = {
  method: 'POST',
  body: JSON.stringify({ group_uuid: BOARD_GROUPS.notice }),
  headers: { 'content-type': 'application/json' },
}

/** Each try asks for the page of another country: one that was answered once is kept. */
const REGIONS = 'IS FI NO SE DK EE LV LT PL CZ SK HU AT CH BE PT'.split(' ').values()

/** Pages of which there are few. Nobody is refused them, whether or not they are kept already. */
const ORDINARY = [
  '/',
  '/icon.svg',
  '/intro',
  '/maintenance',
  '/manifest.webmanifest',
  '/privacy-policy',
  '/privacy-policy/current',
  '/robots.txt',
  '/support',
  '/support/data',
  '/support/faq',
  '/support/notice',
  '/support/request',
  '/terms-of-service/20230619',
]

/** Of no earlier test or try: a minute that is used up stays so. */
const newClient = () => `10.${[...crypto.getRandomValues(new Uint8Array(3))].join('.')}`

describe('one client in a minute', () => {
  let upstream: FakeUpstream
  let site: Site
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    // On a busy machine a call may take long; here only the limits count.
    site = await startSite({ upstream: upstream.origin, vars: { UPSTREAM_TIMEOUT_MS: '30000' } })
  })
  afterAll(async () => {
    await site.close()
    await upstream.close()
  })

  const from = (client: string, path: string, init: RequestInit = {}) =>
    site.fetch(`http://www.example${path}`, { ...init, headers: { ...init.headers, 'cf-connecting-ip': client } })

  const search = async (client: string) =>
    (await site.fetch('http://partner-b.example/support/faq?q=a', { headers: { 'cf-connecting-ip': client } })).status

  /** The last calls that a new client is allowed, one more, and what it may still ask for. The first ones are taken from the binding itself. */
  async function exhaust(apart: string, path: string, init: RequestInit) {
    const client = newClient()
    for (let taken = 0; taken < LIMIT - LAST; taken++) await site.env.READ_LIMIT.limit({ key: apart + client })
    const last = await Promise.all(Array.from({ length: LAST }, () => from(client, path, init)))
    const refused = await from(client, path, init)
    return {
      answered: new Set(last.map(({ status }) => status)),
      refused,
      searched: await search(client),
      pages: await Promise.all(ORDINARY.map(async (address) => (await from(client, address)).status)),
      abroad: (await from(client, '/support/request', { headers: { 'accept-language': `en-${REGIONS.next().value}` } }))
        .status,
      endless: await Promise.all(
        [
          `/support/notice/${crypto.randomUUID()}`,
          `/support/%6eotice/${crypto.randomUUID()}`,
          `/support/notice?page=${1000 + Math.floor(Math.random() * 99_000)}`,
          `/support/notice?category=${crypto.randomUUID()}`,
          `/support/data?count=${8 * (100 + Math.floor(Math.random() * 1000))}`,
          `/privacy-policy/current?compare=${10_000_000 + Math.floor(Math.random() * 9_000_000)}`,
          '/support/notice?preview=x',
          '/sitemap.xml',
          '/sitemap.xml/',
          '/sitemap.xml%20',
          `/none-${crypto.randomUUID()}`,
          `/${crypto.randomUUID()}/%E0%A4%A`,
          '/privacy-policy/20990101',
          '/cookies',
        ].map(async (address) => (await from(client, address)).status),
      ),
      receipts: await Promise.all(
        ['/support/request/status', '/support/request/complete', '/support/affiliate/complete'].map(async (address) =>
          (await from(client, `${address}?receipt=${crypto.randomUUID()}&lng=en`)).text(),
        ),
      ),
    }
  }

  test.each([
    ['reads of the boards', '', '/api/board/selectSubCategory', READ, 200],
    ['look-ups and downloads of files', '', '/api/file/read/nothing/download', {}, 404],
    ['look-ups of receipts', 'receipt ', `/api/board/inquiry/${RECEIPT}`, {}, 404],
  ] as const)('is refused %s beyond 600, and pages not', async (_, apart, path, init, ordinary) => {
    const isRead = apart === ''
    const { answered, refused, searched, pages, abroad, endless, receipts } = await withinOneMinute(() =>
      exhaust(apart, path, init),
    )
    expect([answered, refused.status]).toEqual([new Set([ordinary]), 429])
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ status: 429, code: 'rate-limited' })
    expect((await from(newClient(), path, init)).status).toBe(ordinary)
    expect(pages).toEqual(Array(ORDINARY.length).fill(200))
    expect(abroad).toBe(isRead ? 429 : 200)
    // A search is rendered anew for each text, so it counts as a read.
    expect(searched).toBe(isRead ? 429 : 200)
    expect(await search(newClient())).toBe(200)
    // So does an address of endlessly many that is in no cache.
    expect(endless.includes(429) ? new Set(endless) : null).toEqual(isRead ? new Set([429]) : null)
    // Reading takes nothing from the pages of receipts.
    for (const html of receipts) expect(html.includes('Too many requests')).toBe(!isRead)
  })

  test('gets 600 pages of receipts, invented or not, and they take nothing from its other pages', async () => {
    const { last, refused, said, others } = await withinOneMinute(async () => {
      const client = newClient()
      for (let taken = 0; taken < 597; taken++) await site.env.READ_LIMIT.limit({ key: `receipt ${client}` })
      const ask = async (address: string) => (await from(client, address)).status
      const pages = ['/support/request/status', '/support/request/complete', '/support/affiliate/complete']
      const all = async () => {
        const statuses: number[] = []
        for (const page of pages) statuses.push(await ask(`${page}?receipt=${crypto.randomUUID()}`))
        return statuses
      }
      return {
        last: await all(),
        refused: await all(),
        said: await (await from(client, `${pages[1]}?receipt=${crypto.randomUUID()}&lng=ko`)).text(),
        others: await ask(`/support/notice/${crypto.randomUUID()}`),
      }
    })
    expect(said).toContain('<h1>요청이 너무 많습니다. 1분 후 다시 시도해 주세요.</h1>')
    expect([last, refused, others]).toEqual([[404, 200, 200], [429, 429, 429], 404])
  })

  test('gets 600 forms back, posted from wherever, and then a short page, from which Back leads to what was typed', async () => {
    const { last, refused, page } = await withinOneMinute(async () => {
      const client = newClient()
      for (let taken = 0; taken < 599; taken++) await site.env.READ_LIMIT.limit({ key: `form ${client}` })
      const headers = { 'content-type': 'multipart/form-data; boundary=x', 'accept-language': 'en' }
      const post = () => from(client, '/support/request', { method: 'POST', body: '--x--', headers })
      return { last: await post(), refused: await post(), page: (await from(client, '/support/request')).status }
    })
    expect([last.status, refused.status, page]).toEqual([403, 429, 200])
    expect(await last.text()).toContain('<form')
    // Chromium puts its own error page for an empty answer in the place of the form.
    const html = await refused.text()
    expect(html).toContain('<h1>Too many requests. Please wait a minute and try again.</h1>')
    expect(html).not.toContain('<form')
    expect(refused.headers.get('content-security-policy')).toMatch(/style-src [^;]*'sha256-/)
    expect(Number(refused.headers.get('retry-after'))).toBe(60)
  })

  test.each([
    ['fails', 'fails'],
    ['hangs', 'slow'],
  ])('is refused nothing by a limiter that %s, whatever it would say', async (_, kind) => {
    const fault = (binding: 'READ_LIMIT' | 'INQUIRY_LIMIT') => ({ 'x-binding-fault': `${binding} ${kind}` })
    const answers = await withinOneMinute(async () => {
      const client = newClient()
      for (let taken = 0; taken < LIMIT; taken++) await site.env.READ_LIMIT.limit({ key: client })
      const ask = async (path: string, init: RequestInit = {}) =>
        (await from(client, path, { ...init, headers: { ...init.headers, ...fault('READ_LIMIT') } })).status
      return Promise.all([
        ask('/support/notice/default-notice-1'),
        ask('/sitemap.xml'),
        ask('/api/board/selectSubCategory', READ),
        ask(`/api/board/inquiry/${RECEIPT}`),
        ask('/api/file/read/nothing/download'),
      ])
    })
    expect(answers).toEqual([200, 200, 200, 404, 404])
    const inquiry = await sendInquiry(site, SALES, { headers: fault('INQUIRY_LIMIT') })
    expect(inquiry.status).toBe(200)
  })

  test('asks /readyz as often as it likes, and the upstream is asked once in ten seconds', async () => {
    const before = upstream.calls.length
    const started = Date.now()
    const answers = await Promise.all(Array.from({ length: 30 }, () => from(newClient(), '/readyz')))
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
    const rounds = 1 + Math.floor((Date.now() - started) / 10_000)
    expect(upstream.calls.length - before).toBeLessThanOrEqual(rounds)
  })
})

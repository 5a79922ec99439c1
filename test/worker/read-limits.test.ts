import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOARD_GROUPS } from '../../functions/contract/board.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import { startSite, type Site } from '../support/site.ts'

const AT_A_TIME = 25
const RECEIPT = '0b9e5a3c-6f0e-4b5e-9a57-0d6f5a1c2b3d'
const READ: RequestInit = {
  method: 'POST',
  body: JSON.stringify({ group_uuid: BOARD_GROUPS.notice }),
  headers: { 'content-type': 'application/json' },
}

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

  /** Calls until one call is refused; a minute may end in between, so up to three minutes' worth. */
  async function exhaust(client: string, path: string, init: RequestInit, limit: number) {
    const statuses: number[] = []
    while (statuses.length < 3 * limit) {
      const answers = await Promise.all(Array.from({ length: AT_A_TIME }, () => from(client, path, init)))
      statuses.push(...answers.map(({ status }) => status))
      const refused = answers.find(({ status }) => status === 429)
      if (refused) return { refused, answered: statuses.filter((status) => status !== 429) }
    }
    throw new Error('never refused')
  }

  test.each([
    ['reads of the boards', 600, '/api/board/selectSubCategory', READ, 200],
    ['look-ups of receipts', 300, `/api/board/inquiry/${RECEIPT}`, {}, 404],
    ['look-ups and downloads of files', 300, '/api/file/read/nothing/download', {}, 404],
  ] as const)('is refused %s beyond %i, and pages not', async (_, limit, path, init, ordinary) => {
    const client = newClient()
    const { refused, answered } = await exhaust(client, path, init, limit)
    expect(answered.length).toBeGreaterThanOrEqual(limit)
    expect(new Set(answered)).toEqual(new Set([ordinary]))
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ status: 429, code: 'rate-limited' })
    expect((await from(newClient(), path, init)).status).toBe(ordinary)
    expect((await from(client, '/support/notice')).status).toBe(200)
    // A search is rendered anew for each text, so it counts as a read.
    const search = (visitor: string) =>
      site.fetch('http://partner-b.example/support/faq?q=a', { headers: { 'cf-connecting-ip': visitor } })
    expect((await search(client)).status).toBe(limit === 600 ? 429 : 200)
    expect((await search(newClient())).status).toBe(200)
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

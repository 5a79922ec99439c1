import superjson from 'superjson'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BOARD_GROUPS, type BoardItem } from '../../functions/contract/board.ts'
import { cacheKey } from '../../functions/lists/read-board.ts'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.ts'
import type { Fault } from '../support/faults.ts'
import { type Site, startSite } from '../support/site.ts'

const MEGABYTE = 1_048_576

describe('a failing upstream', () => {
  let upstream: FakeUpstream
  let elsewhere: FakeUpstream
  let site: Site

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    elsewhere = await startFakeUpstream()
    site = await startSite({ upstream: upstream.origin, vars: { UPSTREAM_TIMEOUT_MS: '3000' } })
  })
  beforeEach(async () => {
    upstream.faults.clear()
    // A good answer closes the circuit breaker, should the test before have opened it.
    const ask = async () => (await site.call('board/selectSubCategory', { group_uuid: crypto.randomUUID() })).status
    await expect.poll(ask, { timeout: 10_000, interval: 300 }).toBe(200)
    upstream.calls.length = 0
  })
  afterAll(async () => {
    await site.close()
    await upstream.close()
    await elsewhere.close()
  })

  const faults: [string, Fault, number][] = [
    ['hangs', { kind: 'hang' }, 504],
    ['sends a head and no body', { kind: 'stalled-body' }, 504],
    ['is slower than the deadline', { kind: 'slow', ms: 9000 }, 504],
    ['answers 500', { kind: 'status', status: 500 }, 502],
    ['answers 404 for a board', { kind: 'status', status: 404 }, 502],
    ['closes the connection', { kind: 'reset' }, 502],
    ['sends HTML', { kind: 'garbage', as: 'html' }, 502],
    ['sends broken JSON', { kind: 'garbage', as: 'broken-json' }, 502],
    ['sends JSON of another shape', { kind: 'garbage', as: 'wrong-shape' }, 502],
    ['sends nothing', { kind: 'garbage', as: 'empty' }, 502],
  ]

  test.each(faults)('that %s becomes a problem with a code', async (_, fault, status) => {
    upstream.faults.set('board/selectList', fault)
    const answer = await site.call('board/selectList', { group_uuid: crypto.randomUUID() })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toEqual({
      type: 'about:blank',
      title: status === 504 ? 'Gateway Timeout' : 'Bad Gateway',
      status,
      code: status === 504 ? 'upstream-timeout' : 'upstream-failed',
      request_id: answer.headers.get('x-request-id'),
    })
    // One successful answer between two faults, so that no circuit breaker opens.
    upstream.faults.clear()
    expect(
      (await site.call('board/selectList', { group_uuid: BOARD_GROUPS.faq, search_text: crypto.randomUUID() })).status,
    ).toBe(200)
  })

  test.each([
    ['sends 64 MB', { kind: 'huge', bytes: 64 * MEGABYTE }],
    ['breaks off in the middle', { kind: 'garbage', as: 'cut-off' }],
  ] as const)('that %s is a failure or a timeout, never an answer', async (_, fault) => {
    upstream.faults.set('*', fault)
    expect([502, 504]).toContain((await site.call('board/selectDetail', { board_uuid: 'default-notice-1' })).status)
  })

  test('that redirects is not followed', async () => {
    upstream.faults.set('*', { kind: 'redirect', to: `${elsewhere.origin}/api/board/selectDetail` })
    expect((await site.call('board/selectDetail', { board_uuid: 'default-notice-1' })).status).toBe(502)
    expect(elsewhere.calls).toHaveLength(0)
  })

  test('leaves the Worker answering', async () => {
    upstream.faults.set('*', {
      kind: 'mix',
      share: 1,
      of: [{ kind: 'hang' }, { kind: 'reset' }, { kind: 'status', status: 500 }, { kind: 'garbage', as: 'html' }],
    })
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        site.call('board/selectList', { group_uuid: crypto.randomUUID() }).then((answer) => answer.status),
      ),
    )
    expect(answers.filter((status) => status !== 502 && status !== 504)).toEqual([])
    expect((await site.fetch('/healthz')).status).toBe(200)
  })

  test('makes /readyz a 503 that says so, and is not called by /healthz', async () => {
    upstream.faults.set('*', { kind: 'status', status: 500 })
    const answer = await site.fetch('/readyz')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      status: 'not-ready',
      checks: expect.arrayContaining([
        { name: 'DB', ok: true },
        { name: 'upstream', ok: false, detail: expect.any(String) },
      ]),
    })
    upstream.calls.length = 0
    expect((await site.fetch('/healthz')).status).toBe(200)
    expect(upstream.calls).toHaveLength(0)
  })

  test('on ids that it does not know still gives the entries of its lists, also those that nobody has opened yet', async () => {
    const idsOf = async (group_uuid: string) => {
      const { data } = (await (await site.call('board/selectList', { group_uuid })).json()) as { data: BoardItem[] }
      return data.slice(0, 2).map(({ board_uuid }) => board_uuid)
    }
    const ids = [...(await idsOf(BOARD_GROUPS.notice)), ...(await idsOf(BOARD_GROUPS.faq))]
    const read = async (id: string) => (await site.call('board/selectDetail', { board_uuid: id })).status
    const statuses: number[] = []
    for (const id of ids) {
      upstream.faults.set('board/selectDetail', { kind: 'status', status: 500 })
      for (let at = 0; at < 6; at++) expect(await read(`invented-${at}`)).toBe(502)
      upstream.faults.clear()
      statuses.push(await read(id))
    }
    expect(statuses).toEqual(ids.map(() => 200))
  })

  test('leaves one structured log line with the request id', async () => {
    upstream.faults.set('*', { kind: 'status', status: 500 })
    const answer = await site.call('board/selectSubCategory', { group_uuid: crypto.randomUUID() })
    await expect
      .poll(() => site.logged())
      .toContainEqual({
        level: 'warn',
        request_id: answer.headers.get('x-request-id'),
        method: 'POST',
        path: '/api/board/selectSubCategory',
        code: 'upstream-failed',
        error: 'UpstreamFailedError',
        reason: 'board/selectSubCategory was answered 500.',
      })
  })
})

test('a list of more than 16 MB is refused, and the last known good list is served', async () => {
  const upstream = await startFakeUpstream()
  const site = await startSite({ upstream: upstream.origin, vars: { UPSTREAM_TIMEOUT_MS: '30000' } })
  try {
    upstream.faults.set('board/selectList', { kind: 'huge', bytes: 15 * MEGABYTE })
    expect((await site.call('board/selectList', { group_uuid: crypto.randomUUID() })).status).toBe(200)

    upstream.faults.set('board/selectList', { kind: 'huge', bytes: 17 * MEGABYTE })
    const refused = await site.call('board/selectList', { group_uuid: crypto.randomUUID() })
    expect(refused.status).toBe(502)
    await expect
      .poll(() => site.logged())
      .toContainEqual(
        expect.objectContaining({
          request_id: refused.headers.get('x-request-id'),
          code: 'upstream-failed',
          reason: 'board/selectList was answered with more than 16 MB.',
        }),
      )

    const known = { group_uuid: BOARD_GROUPS.notice }
    const key = cacheKey({
      upstream: upstream.origin,
      brandId: 'vcp-x',
      call: 'selectList',
      group_uuid: known.group_uuid,
    })
    await site.env.CACHE.put(key, superjson.stringify({ version: '', storedAt: Date.now() - 3_600_000, list: [] }))
    const stale = await site.call('board/selectList', known)
    expect(stale.status).toBe(200)
    expect(stale.headers.get('cache-status')).toBe('board; hit; detail=stale')
  } finally {
    await site.close()
    await upstream.close()
  }
})

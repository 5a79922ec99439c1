import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Env } from '../../../../functions/env.ts'
import { UpstreamTimeoutError } from '../../../../functions/errors.ts'
import { deliveryUpstreamOf, upstreamOf } from '../../../../functions/upstream/select-upstream.ts'
import type { InquiryCall, Upstream } from '../../../../functions/upstream/upstream.ts'

vi.mock('cloudflare:sockets', () => ({ connect: () => ({}) }))

const call = { requestId: 'r', whiteLabel: 'default' }
const INQUIRY: InquiryCall = { ...call, receipt: crypto.randomUUID() }
const board = { group_uuid: 'g' }
const CALLS: [string, (upstream: Upstream) => Promise<unknown>][] = [
  ['a list', (upstream) => upstream.selectList(board, call)],
  ['sub-categories', (upstream) => upstream.selectSubCategory(board, call)],
  ['an entry', (upstream) => upstream.selectDetail({ board_uuid: 'x' }, call)],
  ['files', (upstream) => upstream.selectFiles('x', call)],
  ['a download', (upstream) => upstream.readFile('x', call)],
  ['a ping', (upstream) => upstream.ping(call)],
  ['an inquiry', (upstream) => upstream.sendInquiry({} as never, INQUIRY)],
]

describe('the embedded upstream, where D1 does not answer', () => {
  const never = () => new Promise<never>(() => undefined)
  const statement = { bind: () => statement, all: never, first: never, run: never }
  let env: Env
  beforeEach(() => {
    const DB = { prepare: () => statement, batch: never }
    env = { UPSTREAM_URL: null, UPSTREAM_TIMEOUT_MS: 20, UPSTREAM_DELIVERY_TIMEOUT_MS: 40, DB } as unknown as Env
  })

  test.each(CALLS)(
    'gives up %s after the deadline',
    async (_, ask) => {
      await expect(ask(upstreamOf(env))).rejects.toBeInstanceOf(UpstreamTimeoutError)
      await expect(ask(deliveryUpstreamOf(env))).rejects.toBeInstanceOf(UpstreamTimeoutError)
    },
    5000,
  )

  test('gives up an upload as soon as one of its calls has no answer, so that the form is stored without waiting', async () => {
    vi.useFakeTimers()
    const file = { name: 'a.pdf', type: 'application/pdf', size: 1, open: async () => new ReadableStream() }
    const isGivenUp = expect(upstreamOf(env).uploadFiles('u', [file], call)).rejects.toBeInstanceOf(
      UpstreamTimeoutError,
    )
    await vi.advanceTimersByTimeAsync(15_000)
    await isGivenUp
    vi.useRealTimers()
  })
})

import { afterEach, expect, test, vi } from 'vitest'
import { BOARD_GROUPS } from '../../../../functions/contract/board.ts'
import type { Env } from '../../../../functions/env.ts'
import { UpstreamFailedError } from '../../../../functions/errors.ts'
import { deliveryUpstreamOf, upstreamOf } from '../../../../functions/upstream/select-upstream.ts'

vi.mock('cloudflare:sockets', () => ({ connect: () => ({}) }))

const call = { requestId: 'r', whiteLabel: 'default' }
const board = { group_uuid: BOARD_GROUPS.faq }

afterEach(() => vi.unstubAllGlobals())

test('a remote upstream that cannot be reached is asked five times, and again by a delivery', async () => {
  const ask = vi.fn(async () => Promise.reject(new TypeError('refused')))
  vi.stubGlobal('fetch', ask)
  const env = {
    UPSTREAM_URL: 'http://upstream.example',
    UPSTREAM_TIMEOUT_MS: 1000,
    UPSTREAM_DELIVERY_TIMEOUT_MS: 1000,
  } as Env
  for (let at = 0; at < 4; at++) {
    await expect(upstreamOf(env).selectList(board, call)).rejects.toBeInstanceOf(UpstreamFailedError)
    await expect(upstreamOf(env).selectFiles('f', call)).rejects.toBeInstanceOf(UpstreamFailedError)
  }
  expect(ask).toHaveBeenCalledTimes(5)
  await expect(deliveryUpstreamOf(env).selectFiles('f', call)).rejects.toBeInstanceOf(UpstreamFailedError)
  expect(ask).toHaveBeenCalledTimes(6)
})

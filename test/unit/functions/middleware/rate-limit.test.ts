import { describe, expect, test, vi } from 'vitest'
import { withDeadlines } from '../../../../functions/deadlines/bindings.ts'
import { RateLimitError } from '../../../../functions/errors.ts'
import { clientOf } from '../../../../functions/http/client-address.ts'
import { takeFrom } from '../../../../functions/middleware/rate-limit.ts'

/** A rate limit without time: `allowed` calls per key. */
function limitOf(allowed: number): RateLimit {
  const taken = new Map<string, number>()
  return {
    async limit({ key }: RateLimitOptions) {
      taken.set(key, (taken.get(key) ?? 0) + 1)
      return { success: (taken.get(key) ?? 0) <= allowed }
    },
  }
}

describe("a client's rate limit", () => {
  test('ends with its minute, and is no other client’s', async () => {
    const limit = limitOf(60)
    for (let file = 0; file < 60; file++) await takeFrom(limit, 'a')
    await expect(takeFrom(limit, 'a')).rejects.toBeInstanceOf(RateLimitError)
    await takeFrom(limit, 'b')
  })

  test('admits where it cannot be asked, and the log says so once a minute', async () => {
    // An hour after any other test of this process has had it logged.
    vi.useFakeTimers({ now: Date.now() + 3_600_000 })
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const fails = vi.fn(() => Promise.reject(new Error('internal error')))
    const hangs = vi.fn(() => new Promise<never>(() => {}))
    for (const limit of [fails, hangs]) {
      const taken = takeFrom(withDeadlines({ READ_LIMIT: { limit } }).READ_LIMIT, 'a')
      await vi.runAllTimersAsync()
      await expect(taken).resolves.toBeUndefined()
      expect(limit).toHaveBeenCalledTimes(1)
    }
    expect(logged.mock.calls).toEqual([[expect.stringContaining('"code":"limit-not-asked"')]])
    vi.useRealTimers()
  })

  test('identifies a client by CF-Connecting-IP and by no header that a client can set', () => {
    const request = (headers: Record<string, string>) => new Request('https://www.example/', { headers })
    expect(clientOf(request({ 'cf-connecting-ip': '203.0.113.7', 'x-forwarded-for': '198.51.100.1' }))).toBe(
      '203.0.113.7',
    )
    expect(clientOf(request({ 'x-forwarded-for': '198.51.100.1' }))).toBe(clientOf(request({})))
  })

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
    ['not an address', 'not an address'],
  ])('counts %s as %s', (address, client) => {
    expect(clientOf(new Request('https://www.example/', { headers: { 'cf-connecting-ip': address } }))).toBe(client)
  })
})

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NotFoundError, UpstreamFailedError, UpstreamTimeoutError } from '../../../../functions/errors.ts'
import { Breaker } from '../../../../functions/upstream/circuit-breaker.ts'

describe('the breaker', () => {
  let time = 0
  let breaker: Breaker
  const fail = vi.fn(async () => Promise.reject(new UpstreamTimeoutError('late')))
  const succeed = vi.fn(async () => 'alive')
  const runs = async (call: () => Promise<unknown>, times: number): Promise<void> => {
    for (let run = 0; run < times; run++) await breaker.run(call).catch(() => undefined)
  }

  beforeEach(() => {
    time = 0
    vi.clearAllMocks()
    breaker = new Breaker({ failures: 3, openMs: 1000, now: () => time })
  })

  test('lets failures through until there are too many in a row', async () => {
    await runs(fail, 10)
    expect(fail).toHaveBeenCalledTimes(3)
    await expect(breaker.run(succeed)).rejects.toBeInstanceOf(UpstreamFailedError)
    expect(succeed).not.toHaveBeenCalled()
  })

  test('forgets failures at the first success', async () => {
    await runs(fail, 2)
    await runs(succeed, 1)
    await runs(fail, 2)
    expect(await breaker.run(succeed)).toBe('alive')
  })

  test('after its pause lets one probe through, and all once that has succeeded', async () => {
    await runs(fail, 3)
    time = 1000
    const probe = Promise.withResolvers<string>()
    const probing = breaker.run(() => probe.promise)
    await expect(breaker.run(succeed)).rejects.toThrow('keeps failing')
    probe.resolve('back')
    expect(await probing).toBe('back')
    expect(await breaker.run(succeed)).toBe('alive')
  })

  test('pauses again when the probe fails', async () => {
    await runs(fail, 3)
    time = 1000
    await runs(fail, 5)
    expect(fail).toHaveBeenCalledTimes(4)
    time = 1999
    await runs(fail, 1)
    expect(fail).toHaveBeenCalledTimes(4)
  })

  test('does not wait for a probe that is never settled', async () => {
    await runs(fail, 3)
    time = 1000
    void breaker.run(() => new Promise(() => undefined))
    time = 2000
    expect(await breaker.run(succeed)).toBe('alive')
  })

  test('takes an answer that there is no such entry for life', async () => {
    await runs(fail, 2)
    await runs(async () => Promise.reject(new NotFoundError('none')), 5)
    await runs(fail, 2)
    expect(await breaker.run(succeed)).toBe('alive')
  })
})

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NotFoundError, UpstreamFailedError, UpstreamTimeoutError } from '../../../../functions/errors.ts'
import { CircuitBreaker } from '../../../../functions/upstream/remote/circuit-breaker.ts'

describe('the circuit breaker', () => {
  let breaker: CircuitBreaker
  const fail = vi.fn(async () => Promise.reject(new UpstreamTimeoutError('late')))
  const answered = (status: number) => Object.assign(new UpstreamFailedError('answered'), { upstreamStatus: status })
  const succeed = vi.fn(async () => 'alive')
  const runs = async (call: () => Promise<unknown>, times: number): Promise<void> => {
    for (let run = 0; run < times; run++) await breaker.run(call).catch(() => undefined)
  }

  beforeEach(() => {
    vi.clearAllMocks()
    vi.useFakeTimers()
    breaker = new CircuitBreaker()
    return () => vi.useRealTimers()
  })

  test('opens after five failures in a row', async () => {
    await runs(fail, 10)
    expect(fail).toHaveBeenCalledTimes(5)
    await expect(breaker.run(succeed)).rejects.toBeInstanceOf(UpstreamFailedError)
    expect(succeed).not.toHaveBeenCalled()
  })

  test('resets its count at a success', async () => {
    await runs(fail, 4)
    await runs(succeed, 1)
    await runs(fail, 4)
    expect(await breaker.run(succeed)).toBe('alive')
  })

  test('lets one probe through after its pause, and every call once the probe has succeeded', async () => {
    await runs(fail, 5)
    vi.advanceTimersByTime(2000)
    const probe = Promise.withResolvers<string>()
    const probing = breaker.run(() => probe.promise)
    await expect(breaker.run(succeed)).rejects.toThrow('keeps failing')
    probe.resolve('back')
    expect(await probing).toBe('back')
    expect(await breaker.run(succeed)).toBe('alive')
  })

  test('opens again when the probe fails', async () => {
    await runs(fail, 5)
    vi.advanceTimersByTime(2000)
    await runs(fail, 5)
    expect(fail).toHaveBeenCalledTimes(6)
    vi.advanceTimersByTime(1999)
    await runs(fail, 1)
    expect(fail).toHaveBeenCalledTimes(6)
  })

  test('lets another probe through if the first one never settles', async () => {
    await runs(fail, 5)
    vi.advanceTimersByTime(2000)
    void breaker.run(() => new Promise(() => undefined))
    vi.advanceTimersByTime(2000)
    expect(await breaker.run(succeed)).toBe('alive')
  })

  test('counts the answer that an entry does not exist as success', async () => {
    await runs(fail, 4)
    await runs(async () => Promise.reject(new NotFoundError('none')), 10)
    await runs(fail, 4)
    expect(await breaker.run(succeed)).toBe('alive')
  })

  test.each([200, 400, 404, 422, 500])(
    'counts an answer of %i, which a strange request gets too, as success',
    async (status) => {
      await runs(fail, 4)
      await runs(async () => Promise.reject(answered(status)), 10)
      await runs(fail, 4)
      expect(await breaker.run(succeed)).toBe('alive')
    },
  )

  test.each([408, 429, 502, 503, 504, 521])('counts an answer of %i as a failure', async (status) => {
    await runs(async () => Promise.reject(answered(status)), 5)
    await expect(breaker.run(succeed)).rejects.toThrow('keeps failing')
  })
})

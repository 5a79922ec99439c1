import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NotFoundError, UpstreamFailedError, UpstreamTimeoutError } from '../../../../functions/errors.ts'
import { CircuitBreaker } from '../../../../functions/upstream/circuit-breaker.ts'

describe('the circuit breaker', () => {
  let time = 0
  let breaker: CircuitBreaker
  const fail = vi.fn(async () => Promise.reject(new UpstreamTimeoutError('late')))
  const answered = (status: number) => Object.assign(new UpstreamFailedError('answered'), { upstreamStatus: status })
  const succeed = vi.fn(async () => 'alive')
  const runs = async (call: () => Promise<unknown>, times: number): Promise<void> => {
    for (let run = 0; run < times; run++) await breaker.run(call).catch(() => undefined)
  }

  beforeEach(() => {
    time = 0
    vi.clearAllMocks()
    breaker = new CircuitBreaker({ failures: 3, openMs: 1000, now: () => time })
  })

  test('opens after too many failures in a row', async () => {
    await runs(fail, 10)
    expect(fail).toHaveBeenCalledTimes(3)
    await expect(breaker.run(succeed)).rejects.toBeInstanceOf(UpstreamFailedError)
    expect(succeed).not.toHaveBeenCalled()
  })

  test('resets its count at a success', async () => {
    await runs(fail, 2)
    await runs(succeed, 1)
    await runs(fail, 2)
    expect(await breaker.run(succeed)).toBe('alive')
  })

  test('lets one probe through after its pause, and every call once the probe has succeeded', async () => {
    await runs(fail, 3)
    time = 1000
    const probe = Promise.withResolvers<string>()
    const probing = breaker.run(() => probe.promise)
    await expect(breaker.run(succeed)).rejects.toThrow('keeps failing')
    probe.resolve('back')
    expect(await probing).toBe('back')
    expect(await breaker.run(succeed)).toBe('alive')
  })

  test('opens again when the probe fails', async () => {
    await runs(fail, 3)
    time = 1000
    await runs(fail, 5)
    expect(fail).toHaveBeenCalledTimes(4)
    time = 1999
    await runs(fail, 1)
    expect(fail).toHaveBeenCalledTimes(4)
  })

  test('lets another probe through if the first one never settles', async () => {
    await runs(fail, 3)
    time = 1000
    void breaker.run(() => new Promise(() => undefined))
    time = 2000
    expect(await breaker.run(succeed)).toBe('alive')
  })

  test('counts the answer that an entry does not exist as success', async () => {
    await runs(fail, 2)
    await runs(async () => Promise.reject(new NotFoundError('none')), 5)
    await runs(fail, 2)
    expect(await breaker.run(succeed)).toBe('alive')
  })

  test.each([400, 404, 422])('counts an answer of %i, which a strange request gets too, as success', async (status) => {
    await runs(fail, 2)
    await runs(async () => Promise.reject(answered(status)), 5)
    await runs(fail, 2)
    expect(await breaker.run(succeed)).toBe('alive')
  })

  test.each([408, 429, 500, 503])('counts an answer of %i as a failure', async (status) => {
    await runs(async () => Promise.reject(answered(status)), 3)
    await expect(breaker.run(succeed)).rejects.toThrow('keeps failing')
  })
})

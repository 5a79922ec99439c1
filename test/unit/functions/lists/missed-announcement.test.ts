import { afterEach, describe, expect, test, vi } from 'vitest'
import { announceMissed, CONTENT_KEY } from '../../../../functions/lists/content-version'
import { Isolate, SECOND, START, World } from '../../../support/content-isolates'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a publication that KV does not take', () => {
  const withdrawn = { text: 'wrong', publishedAt: START, withdrawn: true }
  /** Does work that waits for the clock. */
  async function finish<T>(work: Promise<T>, seconds = 60): Promise<T> {
    const done = Promise.allSettled([work])
    await vi.advanceTimersByTimeAsync(seconds * SECOND)
    await done
    return work
  }
  async function inTwoIsolates() {
    vi.useFakeTimers()
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const world = new World()
    world.change(1, { ...withdrawn, withdrawn: false })
    const [own, other] = [new Isolate(world), new Isolate(world)]
    await own.announce()
    expect([await own.visit(), await other.visit()]).toEqual(['wrong', 'wrong'])
    world.change(1, withdrawn)
    return { world, own, other, logged }
  }

  test.each([
    ['fails', () => Promise.reject(new Error('KV'))],
    ['hangs', () => new Promise<void>(() => undefined)],
  ])('is made, logged and announced by the next minute, which writes nothing else, where it %s', async (_, put) => {
    const { world, own, other, logged } = await inTwoIsolates()
    const env = { DB: world.database(), CACHE: own.kv }
    const broken = vi.spyOn(own.kv, 'put').mockImplementation(put)
    await finish(own.publish(), 6)
    expect(await own.visit(), 'at once where it was made').toBe('')
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('change-unannounced'))
    broken.mockRestore()
    const written = vi.spyOn(own.kv, 'put')
    vi.spyOn(own.kv, 'get').mockImplementation((async () => world.kv.get(CONTENT_KEY) ?? null) as never)
    await announceMissed(env, world.now)
    expect(written).toHaveBeenCalledTimes(1)
    await announceMissed(env, world.now)
    expect(written).toHaveBeenCalledTimes(1)
    world.wait(60 * SECOND)
    expect(await other.visit()).toBe('')
  })

  test('is announced with the next change', async () => {
    const { world, own, other } = await inTwoIsolates()
    const put = vi.spyOn(own.kv, 'put').mockRejectedValue(new Error('KV'))
    await finish(own.publish())
    put.mockRestore()
    world.change(2, { text: 'new', publishedAt: START, withdrawn: false })
    await other.publish()
    world.wait(60 * SECOND)
    expect([await own.visit(), await other.visit()]).toEqual(['new', 'new'])
  })
})

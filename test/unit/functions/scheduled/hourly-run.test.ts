import { beforeEach, expect, describe, test, vi } from 'vitest'
import { conversationUnderTest } from '../../../support/conversation-under-test.ts'
import { runScheduled } from '../../../../functions/scheduled/run-scheduled.ts'

describe('an hourly run whose outbox ends and starts again', () => {
  const it = conversationUnderTest()
  /** Names of the calls that the outbox has taken. */
  const taken: string[] = []
  /** How often it has ended. */
  let ends = 0

  /** As workerd has it: once it was used, a stub belongs to the outbox that runs then, and fails as soon as that one has ended. */
  const stub = (endsAt: string) => {
    let connected: number | null = null
    return new Proxy(it.site.outbox, {
      get(outbox, name) {
        const member: unknown = Reflect.get(outbox, name)
        if (typeof member !== 'function') return member
        return async (...given: unknown[]) => {
          connected ??= ends
          if (name === endsAt && ends === 0) ends++
          if (connected !== ends) throw new Error('Durable Object reset because its code was updated.')
          taken.push(String(name))
          return (member as (...given: unknown[]) => unknown).apply(outbox, given)
        }
      },
    })
  }
  beforeEach(() => {
    taken.length = 0
    ends = 0
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })

  test.each([
    ['isRestoring', []],
    // Nobody is told that a destruction has succeeded which has not.
    ['destroyDue', ['destroyDue', 'destructionRan']],
    ['hourly', []],
  ])('in its call %s has all its other work done', async (endsAt, left) => {
    const receipt = await it.receive('key')
    await it.site.outbox.markProcessed(receipt)
    await it.site.disk.idle()
    vi.setSystemTime(Date.now() + 100 * 86_400_000)
    const OUTBOX = { idFromName: () => '', getByName: () => stub(endsAt) }
    await runScheduled({ ...it.raw, OUTBOX }, { cron: '17 * * * *', now: new Date() })
    expect(ends).toBe(1)
    const work = ['destroyDue', 'hourly', 'destructionRan', 'filesInUse']
    expect(work.filter((call) => !taken.includes(call))).toEqual(left)
  })
})

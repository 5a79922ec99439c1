import { beforeEach, expect, describe, test, vi } from 'vitest'
import { conversationUnderTest } from '../../../support/conversation-under-test.ts'
import { runScheduled } from '../../../../functions/scheduled/run-scheduled.ts'

describe('an hourly run whose outboxes end and start again', () => {
  const it = conversationUnderTest()
  /** Names of the calls that an outbox has taken. */
  const taken: string[] = []
  /** How often they have ended. */
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
          if (name === endsAt && ends === 0) {
            // All that are called with it.
            await Promise.resolve()
            ends = 1
          }
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

  const run = async (endsAt: string) => {
    const OUTBOX = { idFromName: () => '', getByName: () => stub(endsAt) }
    await runScheduled({ ...it.raw, OUTBOX }, { cron: '17 * * * *', now: new Date() })
    expect(ends).toBe(1)
  }

  test.each([
    ['isRestoring', []],
    // Nobody is told that a destruction has succeeded which has not.
    ['destroyDue', ['destroyDue', 'destructionRan']],
    ['hourly', ['hourly']],
  ])('in its call %s has all its other work done', async (endsAt, left) => {
    const receipt = await it.receive('key')
    await it.site.outbox.markProcessed(receipt)
    await it.site.disk.idle()
    vi.setSystemTime(Date.now() + 100 * 86_400_000)
    await run(endsAt)
    const work = ['destroyDue', 'hourly', 'destructionRan', 'filesInUse']
    expect(work.filter((call) => !taken.includes(call))).toEqual(left)
  })

  test('while they are asked whether the site is being restored does nothing where it is', async () => {
    await it.site.outbox.restore({ tables: [], destroyed: [], isFirst: true, isLast: false })
    await run('isRestoring')
    expect(new Set(taken)).toEqual(new Set(['isRestoring']))
  })
})

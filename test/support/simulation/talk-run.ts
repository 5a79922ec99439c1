import fc from 'fast-check'
import { afterEach, beforeEach, vi } from 'vitest'
import { FixedLengthStream, hashAtOnce, signAtOnce } from '../outbox-under-test.ts'
import { MAIL_EVENTS, REPLY_STATES } from '../../../functions/contract/conversation.ts'
import { SEED, seeded } from '../seed.ts'
import type { D1State } from '../sqlite-d1.ts'
import { Talk, type TalkStep } from './talk.ts'
import type { Platform } from './talk-platform.ts'
import { expectPromises } from './talk-promises.ts'

const STEPS_PER_RUN = 40
const DAY = 86_400_000

const one = <T extends string>(...names: T[]) => fc.constantFrom<T>(...names)
const operator = fc.nat(1)
const old = fc.boolean()
const step: fc.Arbitrary<TalkStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: one('look'), operator }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: one('answer'), operator, processed: fc.boolean(), file: fc.boolean(), old }),
  },
  { weight: 2, arbitrary: fc.record({ do: one('same answer', 'answer again') }) },
  { weight: 1, arbitrary: fc.record({ do: one('note'), old }) },
  { weight: 2, arbitrary: fc.record({ do: one('destroy'), old }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one('platform'),
      state: one<Platform>('takes', 'takes', 'refuses', 'loses the answer', 'waits'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one('event'), mail: fc.nat(5), event: one(...MAIL_EVENTS) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: one('reply'), id: fc.nat(4), state: one('received', ...REPLY_STATES), old }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one('D1'),
      state: one<D1State>('works', 'works', 'fails', 'loses the answer', 'waits'),
      newestFirst: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one('die'), after: fc.nat(60) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: one('pass'), ms: fc.oneof(fc.nat(5000), fc.nat(5_400_000), fc.nat(9 * DAY)) }),
  },
  { weight: 1, arbitrary: fc.record({ do: one('hourly') }) },
  { weight: 4, arbitrary: fc.record({ do: one('back up outbox', 'back up D1', 'back up D1', 'restore', 'resume') }) },
)

/**
 * The conversation about an inquiry against a model, over real SQLite and with a clock, a D1 and a platform that tests command. Call it in
 * a test file; what it gives takes a number of random steps, the same ones for the same seed.
 */
export function talkSimulation(): (steps: number, seed?: number) => Promise<void> {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    vi.stubGlobal('FixedLengthStream', FixedLengthStream)
    hashAtOnce()
    signAtOnce()
    for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return async (steps, seed = SEED) => {
    const run = async (walked: TalkStep[]) => {
      vi.setSystemTime(1_000_000_000_000)
      vi.clearAllMocks()
      // Of the pauses, so that a walk is the same each time.
      vi.spyOn(Math, 'random').mockImplementation(seeded(SEED))
      const talk = new Talk()
      try {
        await talk.begin()
        for (const each of walked) await talk.take(each)
        await talk.recover()
        await expectPromises(talk)
      } finally {
        talk.close()
      }
    }
    const walked = fc.array(step, { minLength: STEPS_PER_RUN, maxLength: STEPS_PER_RUN, size: 'max' })
    await fc.assert(fc.asyncProperty(walked, run), {
      seed,
      numRuns: Math.ceil(steps / STEPS_PER_RUN),
    })
  }
}

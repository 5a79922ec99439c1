import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, vi } from 'vitest'
import { FixedLengthStream, hashAtOnce } from '../outbox-under-test.ts'
import { MAIL_EVENTS } from '../../../functions/contract/conversation.ts'
import type { D1State } from '../sqlite-d1.ts'
import { Talk, type Platform, type TalkStep } from './talk.ts'

const STEPS_PER_RUN = 40

/** Signs in the same thread, so that a walk is the same each time. */
function signAtOnce(): void {
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation(async (_format, key) => key as never)
  vi.spyOn(crypto.subtle, 'sign').mockImplementation(
    async (_algorithm, key, data) =>
      Uint8Array.from(
        createHmac('sha256', key as unknown as Uint8Array)
          .update(data as Uint8Array)
          .digest(),
      ).buffer,
  )
}

const one = <T extends string>(...names: T[]) => fc.constantFrom<T>(...names)
const operator = fc.nat(1)
const step: fc.Arbitrary<TalkStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: one('look'), operator }) },
  { weight: 5, arbitrary: fc.record({ do: one('answer'), operator, processed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: one('answer again') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one('platform'),
      state: one<Platform>('takes', 'refuses', 'loses the answer', 'waits'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one('event'), mail: fc.nat(5), event: one(...MAIL_EVENTS) }) },
  { weight: 3, arbitrary: fc.record({ do: one('reply'), id: fc.nat(4) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: one('D1'), state: one<D1State>('works', 'fails', 'loses the answer', 'waits') }),
  },
  { weight: 3, arbitrary: fc.record({ do: one('die'), after: fc.nat(60) }) },
  { weight: 5, arbitrary: fc.record({ do: one('pass'), ms: fc.oneof(fc.nat(5000), fc.nat(5_400_000)) }) },
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
  return async (steps, seed = Math.floor(Math.random() * 2 ** 31)) => {
    const run = async (walked: TalkStep[]) => {
      vi.setSystemTime(1_000_000_000_000)
      vi.clearAllMocks()
      const talk = new Talk()
      try {
        await talk.begin()
        for (const each of walked) await talk.take(each)
        await talk.recover()
        await talk.expectPromises()
      } finally {
        talk.close()
      }
    }
    const walked = fc.array(step, { minLength: STEPS_PER_RUN, maxLength: STEPS_PER_RUN, size: 'max' })
    await fc.assert(fc.asyncProperty(walked, run), { seed, numRuns: Math.ceil(steps / STEPS_PER_RUN) })
  }
}

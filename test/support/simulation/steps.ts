import fc from 'fast-check'
import type { R2State } from '../outbox-under-test.ts'
import type { D1State } from '../sqlite-d1.ts'
import { BRANDS, KEYS, OPERATED_KEYS } from './start.ts'
import type { Deploy } from './deploy.ts'
import type { Answer } from './remote-upstream.ts'

const HOUR = 3_600_000

/** One thing that happens in the world. `brand` and `key` are indexes: the brands share the same keys. */
export type Step =
  | { do: 'send' | 'send other'; brand: number; key: number }
  | { do: 'upstream'; answer: Answer }
  | { do: 'answer' | 'time out' }
  | { do: 'hourly' | 'rest' }
  | { do: 'lose alarm'; brand: number }
  | { do: 'die'; brand: number; after: number }
  | { do: 'D1'; state: D1State }
  | { do: 'D1 answers'; newestFirst: boolean }
  | { do: 'D1 never answers' }
  | { do: 'R2'; state: R2State }
  | { do: 'pass'; ms: number }
  | { do: 'retry' | 'markProcessed' | 'undo' | 'destroy'; brand: number; key: number }
  | { do: 'old Worker'; write: OldWrite; brand: number; key: number }
  | { do: 'deploy'; version: Deploy }
  | { do: 'back up outboxes' | 'back up D1' | 'restore' | 'resume' }

/** What the release before this one, which runs beside this one, writes into its tables. */
export type OldWrite = 'receives' | 'copies' | 'deletes the copy' | 'marks' | 'takes the mark back'

const one = <T extends string>(...names: T[]) => fc.constantFrom<T>(...names)
const brand = fc.nat(BRANDS.length - 1)
const key = fc.nat(KEYS - 1)

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: one('send'), brand, key }) },
  { weight: 1, arbitrary: fc.record({ do: one('send other'), brand, key }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one('upstream'),
      answer: one<Answer>('takes', 'down', 'refuses', 'loses the answer', 'waits'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: one('answer', 'time out') }) },
  { weight: 1, arbitrary: fc.record({ do: one('hourly', 'rest') }) },
  { weight: 1, arbitrary: fc.record({ do: one('lose alarm'), brand }) },
  { weight: 2, arbitrary: fc.record({ do: one('die'), brand, after: fc.nat(40) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: one('D1'), state: one<D1State>('works', 'fails', 'loses the answer', 'waits') }),
  },
  { weight: 1, arbitrary: fc.record({ do: one('D1 answers'), newestFirst: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: one('D1 never answers') }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: one('R2'), state: one<R2State>('works', 'works', 'fails', 'never answers') }),
  },
  {
    weight: 5,
    // Forward by seconds to hours, and now and then the clock jumps back.
    arbitrary: fc.record({
      do: one('pass'),
      ms: fc.oneof(
        { weight: 4, arbitrary: fc.nat(5000) },
        { weight: 4, arbitrary: fc.nat(120_000) },
        { weight: 4, arbitrary: fc.nat(30 * HOUR) },
        { weight: 4, arbitrary: fc.integer({ min: -2 * HOUR, max: 0 }) },
        { weight: 1, arbitrary: fc.nat(40 * 24 * HOUR) },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one('retry', 'markProcessed', 'undo', 'destroy'),
      brand,
      key: fc.nat(OPERATED_KEYS - 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: one('old Worker'),
      write: one<OldWrite>('receives', 'copies', 'deletes the copy', 'marks', 'takes the mark back'),
      brand,
      key: fc.nat(OPERATED_KEYS - 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: one('deploy'), version: one<Deploy>('right', 'faulty part', 'no start', 'paused') }),
  },
  { weight: 1, arbitrary: fc.record({ do: one('back up outboxes', 'back up D1', 'restore', 'resume') }) },
)
